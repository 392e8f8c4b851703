import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readBucketTarget } from '../src/config/bucket-target.ts';
import { expectTool } from '../src/config/expect-tool.ts';
import { parseSettings } from '../src/config/settings.ts';
import { command } from '../src/lib/processes/command.ts';
import { printableJson } from '../src/lib/text/printable.ts';
import { systemClock, toIsoUtc } from '../src/lib/time/clock.ts';
import { exitCodes, SettingsError, WaymarkError } from '../src/model/errors.ts';
import { listGenerations } from '../src/publish/list.ts';
import { type RollbackOutcome, resume, rollBack } from '../src/publish/rollback.ts';
import { mirrorToBucket, reportMirror } from './terminal/bucket-in-words.ts';
import { commandNamed, quietOption, run } from './terminal/run.ts';
import { waitOrFail } from './terminal/waiting.ts';
import { bucketPublisher } from './tools.ts';

const howToPublish = `Publish with ${command('build', '--publish')} or the receiver (${command('webhook')}).`;

const program = commandNamed('publish').description(
  'Lists the generations of the site, and switches between them.',
);
const subcommand = (name: string, description: string): Command =>
  program
    .command(name)
    .description(description)
    .option('--out <dir>', 'the published site (default: OUT_DIR, or dist)');

subcommand('list', 'list the generations, newest first')
  .option('--json', 'print the list as one JSON document', false)
  .action(async (options) => {
    const outDir = outDirOf(options);
    const { generations, paused } = await listGenerations(outDir);
    if (options.json) console.log(printableJson({ outDir, generations, paused }));
    else if (generations.length === 0)
      console.log(`Nothing is published in ${outDir}. ${howToPublish}`);
    if (options.json) return;
    for (const { name, time, pages, live } of generations)
      console.log(`${name}\t${toIsoUtc(time)}\t${pages} pages${live ? '\tlive' : ''}`);
    if (paused) console.log(paused);
  });

subcommand('rollback', 'go back to an older generation, and pause publishing')
  .argument('[generation]', 'name of a generation, from the list (default: the previous one)')
  .option('--force', 'go back even if that shows withdrawn entries again', false)
  .option(...quietOption)
  .action(async (to: string | undefined, options) => {
    const outDir = outDirOf(options);
    const force: boolean = options.force;
    const now = systemClock.now();
    const outcome = await rollBack({ outDir, to, force, now, ...waitOrFail(true) });
    console.log(describeRollback(outDir, outcome, to));
    process.exitCode = await mirrorRollback(outDir, options.quiet);
  });

subcommand('resume', 'allow publishing again after a rollback').action(async (options) => {
  const waiting = waitOrFail(true);
  const paused = await resume(outDirOf(options), waiting);
  const bucket = readBucketTarget(process.env);
  const wasPaused = bucket
    ? await expectTool(bucketPublisher, 'PUBLISH_BUCKET', 'bucket').resume(bucket, waiting)
    : false;
  console.log(
    paused || wasPaused
      ? 'Publishing is allowed again: the next build goes live.'
      : 'Nothing to resume: publishing was not paused.',
  );
});

/**
 * If a bucket is configured, mirrors the site to the bucket after a rollback, and pauses publishing
 * to the bucket.
 */
async function mirrorRollback(outDir: string, quiet: boolean): Promise<number> {
  const bucket = readBucketTarget(process.env);
  if (!bucket) return exitCodes.done;
  const { SITE_URL: siteUrl, BASE_PATH: basePath } = parseSettings(process.env, [
    'SITE_URL',
    'BASE_PATH',
  ]);
  // A rollback is deliberate, so the limit on removals does not apply.
  const request = { bucket, outDir, siteUrl, basePath, allowMassDelete: true };
  const running = { env: process.env, quiet, ...waitOrFail(true) };
  const mirrored = await mirrorToBucket(request, running);
  reportMirror(mirrored);
  return mirrored.exitCode;
}

function outDirOf({ out }: { out?: string }): string {
  return resolve(out ?? parseSettings(process.env, ['OUT_DIR']).OUT_DIR);
}

/**
 * Describes a rollback in words.
 * @param named the generation that the user asked for
 * @throws WaymarkError if the rollback was not possible
 */
function describeRollback(
  outDir: string,
  outcome: RollbackOutcome,
  named: string | undefined,
): string {
  switch (outcome.kind) {
    case 'rolled back': {
      const { from, to, returned } = outcome;
      const back =
        returned.length > 0
          ? `\nThese pages are shown again, although they were withdrawn later:\n${formatPaths(returned)}`
          : '';
      return `${outDir} shows generation ${to} instead of ${from}.${back}\nPublishing is paused until you run: ${command('publish resume')}`;
    }
    case 'refused': {
      const { to, withdrawn } = outcome;
      throw new WaymarkError(
        `Generation ${to} has pages that were withdrawn later:\n${formatPaths(withdrawn)}\nNothing was changed. To show these pages again, run: ${command('publish rollback', '--force', ...(named ? [named] : []))}`,
      );
    }
    case 'unknown':
      throw new SettingsError(
        `${outDir} has no generation ${outcome.to}. ${command('publish list')} lists the generations.`,
      );
    case 'not older': {
      const { to, live } = outcome;
      throw new SettingsError(
        to === live
          ? `Generation ${to} is live already.`
          : `Generation ${to} is newer than the live generation, ${live}. Nothing was changed. ${command('publish resume')} lets the next build go live.`,
      );
    }
    case 'nowhere to go':
      throw new WaymarkError(`${outDir} has no older generation. ${howToPublish}`);
  }
}

function formatPaths(paths: readonly string[]): string {
  return paths.map((path) => `  /${path}`).join('\n');
}

await run(() => program.parseAsync());
