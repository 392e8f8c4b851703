import { resolve } from 'node:path';
import { addressWarning } from '../src/config/address-warning.ts';
import { readBucketTarget } from '../src/config/bucket-target.ts';
import { expectTool } from '../src/config/expect-tool.ts';
import { findSiteConfig, loadSiteConfig } from '../src/config/load-site-config.ts';
import { parseSettings, siteSettings } from '../src/config/settings.ts';
import { keepForSite } from '../src/config/site-environment.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { exitCodes, SettingsError, WaymarkError } from '../src/model/errors.ts';
import type { MirrorRequest, RunBucketOptions } from '../src/publish/bucket-publisher.ts';
import { isPublished } from '../src/publish/generations/out-dir.ts';
import { whyPaused } from '../src/publish/generations/state.ts';
import { type PublishOutcome, publish } from '../src/publish/publish.ts';
import { buildFolder } from '../src/render/build-folder.ts';
import { type BuildOptions, buildSite } from '../src/render/build-site.ts';
import { lowMemory } from '../src/render/compile/run-program.ts';
import { withOwnRenderer } from '../src/render/output/in-process-renderer.ts';
import { languages } from '../src/site/base/strings/languages/languages.ts';
import { bucketName, describePreview, mirrorToBucket } from './terminal/bucket-in-words.ts';
import { commandNamed, run } from './terminal/run.ts';
import { waitOrFail } from './terminal/waiting.ts';
import { bucketPublisher } from './tools.ts';

interface Flags {
  out?: string;
  full: boolean;
  publish: boolean;
  anyPageCount: boolean;
  dryRun: boolean;
  allowMassDelete: boolean;
  overwrite: boolean;
  wait: boolean;
}

await run(async () => {
  const flags = commandNamed('build')
    .description('Renders the content folder into a static site.')
    .option('--out <dir>', 'the folder to write (default: OUT_DIR, or dist)')
    .option('--full', 'render every page: ignore the previous build', false)
    .option('--publish', 'publish a generation; OUT_DIR becomes a symbolic link to it', false)
    .option('--any-page-count', 'publish even if the number of pages changed a lot', false)
    .option('--dry-run', 'print what publishing would change in the bucket', false)
    .option(
      '--allow-mass-delete',
      'delete pages from the bucket even if they belong to many removed entries',
      false,
    )
    .option('--overwrite', 'publish even if the bucket has other files or another site', false)
    .option('--no-wait', 'exit 1 if a sync or another build is running')
    .parse()
    .opts<Flags>();
  const env = { ...process.env };
  const settings = parseSettings(env, siteSettings);
  const bucket = readBucketTarget(env);
  // Removes secrets, because this process loads the site's own code (settings and pages).
  keepForSite(process.env);
  const siteConfig = findSiteConfig(settings.SITE_CONFIG);
  await loadSiteConfig(siteConfig, languages);
  const contentDir = resolve(settings.CONTENT_DIR);
  const outDir = resolve(flags.out ?? settings.OUT_DIR);
  const { SITE_URL: siteUrl, BASE_PATH: basePath } = settings;
  // This process renders the pages, and the pages' code reads these settings from the environment.
  Object.assign(process.env, lowMemory.env, { CONTENT_DIR: contentDir });
  delete process.env.BASE_URL;
  const waiting = waitOrFail(flags.wait);
  const options = {
    contentDir,
    outDir,
    siteUrl,
    basePath,
    siteConfig,
    full: flags.full,
    withRenderers: withOwnRenderer,
    onNotes: (notes: readonly string[]) => console.log(notes.join('\n')),
    ...waiting,
  };
  const { allowMassDelete, overwrite } = flags;
  const request = bucket && { bucket, outDir, siteUrl, basePath, allowMassDelete, overwrite };
  if (flags.dryRun) return preview(options, request, { env, ...waiting });
  if (flags.publish || (await isPublished(outDir))) {
    const published = await buildGeneration(options, flags);
    // Mirrors the site even while publishing is paused, because the rollback that caused the pause
    // may not have reached the bucket.
    const mirrored = request ? await mirrorToBucket(request, { env, ...waiting }) : exitCodes.done;
    return Math.max(published, mirrored);
  }
  console.log(`Built ${await buildFolder(options)} files into ${outDir}.`);
  if (!env.SITE_URL) console.log(addressWarning(siteUrl));
  return undefined;
});

async function preview(
  options: BuildOptions,
  request: MirrorRequest | undefined,
  running: RunBucketOptions,
): Promise<undefined> {
  if (!request)
    throw new SettingsError(
      '--dry-run shows what would change in a bucket. Set PUBLISH_BUCKET first.',
    );
  const publisher = expectTool(bucketPublisher, 'PUBLISH_BUCKET', 'bucket');
  const plan = await buildSite(options, ({ folder: built, requirements: { entries } }) =>
    publisher.preview({ ...request, built, entries }, running),
  );
  console.log(describePreview(bucketName(request.bucket), plan));
}

async function buildGeneration(options: BuildOptions, { anyPageCount }: Flags): Promise<number> {
  const { outDir } = options;
  const paused = await whyPaused(outDir);
  // Checked before the build: while publishing is paused, the result of a build could not be used.
  if (paused) return reportOutcome(outDir, { kind: 'paused', why: paused });
  const outcome = await buildSite(options, ({ folder, ...built }) =>
    publish({ ...built, built: folder, outDir, anyPageCount, now: systemClock.now() }),
  );
  const warning = addressWarning(options.siteUrl);
  if (warning && outcome.kind === 'published') console.error(warning);
  return reportOutcome(outDir, outcome);
}

function reportOutcome(outDir: string, outcome: PublishOutcome): number {
  switch (outcome.kind) {
    case 'published': {
      const { files, generation, movedAside } = outcome;
      console.log(`Published ${files} files: ${outDir} shows generation ${generation}.`);
      if (movedAside)
        console.log(
          `${outDir} was a plain folder, and is now a symbolic link. The old folder is kept as generation ${movedAside}.`,
        );
      return exitCodes.done;
    }
    case 'unchanged':
      console.log(`Nothing changed: ${outDir} still shows generation ${outcome.generation}.`);
      return exitCodes.done;
    case 'paused':
      console.error(`Nothing was published. ${outcome.why}`);
      return exitCodes.withheld;
    case 'refused':
      throw new WaymarkError(outcome.why);
  }
}
