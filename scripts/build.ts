import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { failureReport } from '../src/client/api-error.ts';
import { addressWarning } from '../src/config/address-warning.ts';
import { readBucketTarget } from '../src/config/bucket-target.ts';
import { findSiteConfig, loadSiteConfig } from '../src/config/load-site-config.ts';
import { parseSettings, siteSettings } from '../src/config/settings.ts';
import { keepForSite } from '../src/config/site-environment.ts';
import { printable, printableJson } from '../src/lib/text/printable.ts';
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
import { readZoneWarning } from '../src/sync/run/sources-settings.ts';
import {
  bucketName,
  describePreview,
  loadBucketPublisher,
  type Mirrored,
  mirrorToBucket,
  reportMirror,
} from './terminal/bucket-in-words.ts';
import { formatSeconds } from './terminal/numbers.ts';
import { commandNamed, quietOption, run } from './terminal/run.ts';
import { waitOrFail } from './terminal/waiting.ts';

interface Flags {
  out?: string;
  full: boolean;
  publish: boolean;
  anyPageCount: boolean;
  dryRun: boolean;
  allowMassDelete: boolean;
  overwrite: boolean;
  wait: boolean;
  json: boolean;
  quiet: boolean;
  verbose: boolean;
}

/** `built`: OUT_DIR is a plain folder, without generations. */
type Outcome = Exclude<PublishOutcome, { kind: 'refused' }> | { kind: 'built'; files: number };

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
    .option('--json', 'print the result as one JSON document', false)
    .option(...quietOption)
    .option('--verbose', 'also print the trace of an error', false)
    .option('--no-wait', 'exit 1 if a sync or another build is running')
    .parse()
    .opts<Flags>();
  try {
    return await buildAndPrint(flags);
  } catch (error) {
    if (flags.json) console.log(printableJson(failureReport(error)));
    if (flags.verbose && error instanceof WaymarkError && error.cause)
      console.error(
        printable(typeof error.cause === 'string' ? error.cause : inspect(error.cause)),
      );
    throw error;
  }
});

async function buildAndPrint(flags: Flags): Promise<number> {
  const started = performance.now();
  const env = { ...process.env };
  const settings = parseSettings(env, siteSettings);
  const bucket = readBucketTarget(env);
  // Removes secrets, because this process loads the site's own code (settings and pages).
  keepForSite(process.env);
  const siteConfig = findSiteConfig(settings.SITE_CONFIG);
  const { timeZone } = await loadSiteConfig(siteConfig, languages);
  const contentDir = resolve(settings.CONTENT_DIR);
  const outDir = resolve(flags.out ?? settings.OUT_DIR);
  const { SITE_URL: siteUrl, BASE_PATH: basePath } = settings;
  // This process renders the pages, and the pages' code reads these settings from the environment.
  Object.assign(process.env, lowMemory.env, { CONTENT_DIR: contentDir });
  delete process.env.BASE_URL;
  const zones = await readZoneWarning(env, timeZone, contentDir);
  if (zones) console.error(zones);
  const waiting = waitOrFail(flags.wait);
  const notes: string[] = [];
  const say = flags.quiet || flags.json ? console.error : console.log;
  const options = {
    contentDir,
    outDir,
    siteUrl,
    basePath,
    siteConfig,
    full: flags.full,
    withRenderers: withOwnRenderer,
    onCompile: () =>
      flags.quiet || say('Compiling the pages, because pages/ has some of your own …'),
    onNotes: (found: readonly string[]) => {
      notes.push(...found);
      if (!flags.json) say(found.join('\n'));
    },
    ...waiting,
  };
  const { allowMassDelete, overwrite, quiet } = flags;
  const request = bucket && { bucket, outDir, siteUrl, basePath, allowMassDelete, overwrite };
  const running = { env, quiet: quiet || flags.json, ...waiting };
  if (flags.dryRun) {
    await preview(options, request, running, flags);
    return exitCodes.done;
  }
  const isPublishing = flags.publish || (await isPublished(outDir));
  const outcome = isPublishing ? await buildGeneration(options, flags) : await buildPlain(options);
  const ms = performance.now() - started;
  if (outcome.kind === 'published') warnOfAddress(siteUrl, console.error);
  if (outcome.kind === 'built' && !env.SITE_URL) warnOfAddress(siteUrl, say);
  // Mirrors the site even while publishing is paused, because the rollback that caused the pause
  // may not have reached the bucket.
  const mirror = isPublishing && request ? () => mirrorToBucket(request, running) : undefined;
  return printResult({ outDir, outcome, ms, notes }, flags.json, mirror);
}

function warnOfAddress(siteUrl: string, say: (line: string) => void): void {
  const warning = addressWarning(siteUrl);
  if (warning) say(warning);
}

interface Result {
  outDir: string;
  outcome: Outcome;
  ms: number;
  notes: readonly string[];
}

/** Prints the result, mirrors the site if requested, and returns the exit code. */
async function printResult(
  { outDir, outcome, ms, notes }: Result,
  json: boolean,
  mirror: (() => Promise<Mirrored>) | undefined,
): Promise<number> {
  const code = outcome.kind === 'paused' ? exitCodes.withheld : exitCodes.done;
  if (!json) printOutcome(outDir, outcome, ms);
  const mirrored = await mirror?.();
  if (json) {
    const result = { outDir, ...outcome, ms: Math.round(ms), notes, bucket: mirrored?.outcome };
    console.log(printableJson(result));
  } else if (mirrored) reportMirror(mirrored);
  return Math.max(code, mirrored?.exitCode ?? exitCodes.done);
}

async function preview(
  options: BuildOptions,
  request: MirrorRequest | undefined,
  running: RunBucketOptions,
  { json }: Flags,
): Promise<void> {
  if (!request)
    throw new SettingsError(
      '--dry-run shows what would change in a bucket. Set PUBLISH_BUCKET first.',
    );
  const publisher = await loadBucketPublisher();
  const plan = await buildSite(options, ({ folder: built, requirements: { entries } }) =>
    publisher.preview({ ...request, built, entries }, running),
  );
  console.log(json ? printableJson(plan) : describePreview(bucketName(request.bucket), plan));
}

async function buildPlain(options: BuildOptions): Promise<Outcome> {
  return { kind: 'built', files: await buildFolder(options) };
}

async function buildGeneration(options: BuildOptions, { anyPageCount }: Flags): Promise<Outcome> {
  const { outDir } = options;
  const paused = await whyPaused(outDir);
  // Checked before the build: while publishing is paused, the result of a build could not be used.
  if (paused) return { kind: 'paused', why: paused };
  const outcome = await buildSite(options, ({ folder, ...built }) =>
    publish({ ...built, built: folder, outDir, anyPageCount, now: systemClock.now() }),
  );
  if (outcome.kind === 'refused') throw new WaymarkError(outcome.why);
  return outcome;
}

function printOutcome(outDir: string, outcome: Outcome, ms: number): void {
  const took = `in ${formatSeconds(ms)}`;
  if (outcome.kind === 'paused') console.error(`Nothing was published. ${outcome.why}`);
  else if (outcome.kind === 'built')
    console.log(`Built ${outcome.files} files into ${outDir} ${took}.`);
  else if (outcome.kind === 'unchanged')
    console.log(`Built ${took}: nothing changed, ${outDir} still shows ${outcome.generation}.`);
  else {
    const { files, generation, movedAside } = outcome;
    if (movedAside)
      console.log(
        `${outDir} was a plain folder, and is now a symbolic link. The old folder is kept as generation ${movedAside}.`,
      );
    console.log(`Published ${files} files ${took}: ${outDir} shows generation ${generation}.`);
  }
}
