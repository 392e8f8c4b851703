import { resolve } from 'node:path';
import { buildFolder } from '../src/build/build-folder.ts';
import { type BuildOptions, buildSite, renderedHere } from '../src/build/build-site.ts';
import { frugal } from '../src/build/compile/run-program.ts';
import { addressWarning } from '../src/config/address-warning.ts';
import { loadSiteConfig, siteConfigFile } from '../src/config/load-site-config.ts';
import { parseSettings, siteSettings } from '../src/config/settings.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { exitCodes, WaymarkError } from '../src/model/errors.ts';
import { isPublished } from '../src/publish/generations/out-dir.ts';
import { whyPaused } from '../src/publish/generations/state.ts';
import { type PublishOutcome, publish } from '../src/publish/publish.ts';
import { languages } from '../src/site/strings/languages/languages.ts';
import { commandNamed, run } from './run.ts';
import { asCalled } from './terminal/called.ts';
import { undrawnInWords } from './terminal/undrawn-in-words.ts';
import { waitingOrNot } from './terminal/waiting.ts';

interface Flags {
  out?: string;
  full: boolean;
  publish: boolean;
  anyPageCount: boolean;
  wait: boolean;
}

await run(async () => {
  const flags = commandNamed('build')
    .description('Renders the content folder into a static site.')
    .option('--out <dir>', 'the folder to write (default: OUT_DIR, or dist)')
    .option('--full', 'render every page: ignore the previous build', false)
    .option('--publish', 'publish a generation: OUT_DIR becomes a link to it, and stays one', false)
    .option('--any-page-count', 'publish however many pages there are', false)
    .option('--no-wait', 'exit 1 where a sync or another build is in the way')
    .parse()
    .opts<Flags>();
  const settings = parseSettings(process.env, siteSettings);
  const siteConfig = siteConfigFile(settings.SITE_CONFIG);
  await loadSiteConfig(siteConfig, languages);
  const contentDir = resolve(settings.CONTENT_DIR);
  const outDir = resolve(flags.out ?? settings.OUT_DIR);
  const { SITE_URL: siteUrl, BASE_PATH: basePath } = settings;
  // The site is rendered in this process, which looks there.
  Object.assign(process.env, frugal.env, { CONTENT_DIR: contentDir });
  delete process.env.BASE_URL;
  const options = {
    contentDir,
    outDir,
    siteUrl,
    basePath,
    siteConfig,
    full: flags.full,
    kept: renderedHere,
    onUndrawn: (titles: readonly string[]) => console.log(undrawnInWords(titles)),
    ...waitingOrNot(flags.wait),
  };
  if (flags.publish || (await isPublished(outDir))) return buildGeneration(options, flags);
  console.log(`Built ${await buildFolder(options)} files into ${outDir}.`);
  return undefined;
});

async function buildGeneration(options: BuildOptions, { anyPageCount }: Flags): Promise<number> {
  const { outDir } = options;
  const paused = await whyPaused(outDir);
  // Before the build, which takes a while: nothing would come of it.
  if (paused) return tell(outDir, { kind: 'paused', why: paused });
  const outcome = await buildSite(options, ({ folder: built, index, publishCache, requirements }) =>
    publish({
      built,
      index,
      outDir,
      publishCache,
      requirements,
      anyPageCount,
      now: systemClock.now(),
    }),
  );
  const warning = addressWarning(options.siteUrl);
  if (warning && outcome.kind === 'published') console.error(warning);
  return tell(outDir, outcome);
}

function tell(outDir: string, outcome: PublishOutcome): number {
  switch (outcome.kind) {
    case 'published': {
      const { files, generation, movedAside } = outcome;
      console.log(`Published ${files} files: ${outDir} shows generation ${generation}.`);
      if (movedAside)
        console.log(
          `${outDir} was a plain folder. It is a symbolic link now, and the folder is kept as generation ${movedAside}.`,
        );
      return exitCodes.done;
    }
    case 'unchanged':
      console.log(`Nothing changed: ${outDir} still shows generation ${outcome.generation}.`);
      return exitCodes.done;
    case 'paused':
      console.error(asCalled(`Nothing was published. ${outcome.why}`));
      return exitCodes.withheld;
    case 'refused':
      throw new WaymarkError(outcome.why);
  }
}
