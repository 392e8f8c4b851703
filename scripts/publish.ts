import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readBucketTarget } from '../src/config/bucket-target.ts';
import { parseSettings } from '../src/config/settings.ts';
import { command } from '../src/lib/processes/command.ts';
import { systemClock, toIsoUtc } from '../src/lib/time/clock.ts';
import { exitCodes, SettingsError, WaymarkError } from '../src/model/errors.ts';
import { listGenerations } from '../src/publish/list.ts';
import { type RollbackOutcome, resume, rollBack } from '../src/publish/rollback.ts';
import { expectPublisher } from '../src/receiver/run/bucket-publisher.ts';
import { commandNamed, run } from './terminal/run.ts';
import { showInBucket } from './terminal/show-in-bucket.ts';
import { waitingOrNot } from './terminal/waiting.ts';
import { bucketPublisher } from './tools.ts';

const howToPublish = `${command('build', '--publish')} makes a generation, and so does the receiver (${command('webhook')}).`;

const program = commandNamed('publish').description('Generations of the site: which one is live.');
const subcommand = (name: string, description: string): Command =>
  program
    .command(name)
    .description(description)
    .option('--out <dir>', 'the published site (default: OUT_DIR, or dist)');

subcommand('list', 'list generations, newest first').action(async (options) => {
  const outDir = outDirOf(options);
  const { generations, paused } = await listGenerations(outDir);
  if (generations.length === 0) console.log(`Nothing is published in ${outDir}. ${howToPublish}`);
  for (const { name, time, pages, live } of generations)
    console.log(`${name}\t${toIsoUtc(time)}\t${pages} pages${live ? '\tlive' : ''}`);
  if (paused) console.log(paused);
});

subcommand('rollback', 'make an older generation live, and pause publishing')
  .argument('[generation]', 'name from the list (default: the one before the live one)')
  .option('--force', 'also bring back withdrawn entries since', false)
  .action(async (to: string | undefined, options) => {
    const outDir = outDirOf(options);
    const force: boolean = options.force;
    const outcome = await rollBack({ outDir, to, force, now: systemClock.now() });
    console.log(tell(outDir, outcome, to));
    process.exitCode = await showRollback(outDir);
  });

subcommand('resume', 'resume publishing after a rollback').action(async (options) => {
  const paused = await resume(outDirOf(options));
  const bucket = readBucketTarget(process.env);
  const wasPaused = bucket
    ? await expectPublisher(bucketPublisher).resume(bucket, { ...waitingOrNot(true) })
    : false;
  console.log(
    paused || wasPaused
      ? 'Publishing is resumed: the next build goes live.'
      : 'Nothing to resume: publishing was not paused.',
  );
});

/** Where what is live is also in a bucket: what was gone back to, and the pause. */
async function showRollback(outDir: string): Promise<number> {
  const bucket = readBucketTarget(process.env);
  if (!bucket) return exitCodes.done;
  const { SITE_URL: siteUrl, BASE_PATH: basePath } = parseSettings(process.env, [
    'SITE_URL',
    'BASE_PATH',
  ]);
  // Whoever goes back knows what goes.
  const request = { bucket, outDir, siteUrl, basePath, allowMassDelete: true };
  return showInBucket(request, { env: process.env, ...waitingOrNot(true) });
}

function outDirOf({ out }: { out?: string }): string {
  return resolve(out ?? parseSettings(process.env, ['OUT_DIR']).OUT_DIR);
}

/** @param named the generation that was asked for @throws WaymarkError when nothing was done */
function tell(outDir: string, outcome: RollbackOutcome, named: string | undefined): string {
  switch (outcome.kind) {
    case 'rolled back': {
      const { from, to, returned } = outcome;
      const back = returned.length > 0 ? `\nEntries that returned:\n${rows(returned)}` : '';
      return `${outDir} shows generation ${to} instead of ${from}.${back}\nPublishing is paused. ${command('publish resume')} resumes it.`;
    }
    case 'refused': {
      const { to, withdrawn } = outcome;
      throw new WaymarkError(
        `Generation ${to} holds what was withdrawn since:\n${rows(withdrawn)}\nWhat is live stays. ${command('publish rollback', '--force', ...(named ? [named] : []))} brings it back.`,
      );
    }
    case 'unknown':
      throw new SettingsError(
        `No generation of ${outDir} is called ${outcome.to}. ${command('publish list')} shows those that are kept.`,
      );
    case 'not older': {
      const { to, live } = outcome;
      throw new SettingsError(
        to === live
          ? `Generation ${to} is live already.`
          : `Generation ${to} is newer than ${live}, which is live. Nothing was changed. ${command('publish resume')} lets the next build go live.`,
      );
    }
    case 'nowhere to go':
      throw new WaymarkError(`No older generation of ${outDir} is kept. ${howToPublish}`);
  }
}

/** Addresses, one a line. */
function rows(paths: readonly string[]): string {
  return paths.map((path) => `  /${path}`).join('\n');
}

await run(async () => {
  await program.parseAsync();
  return Number(process.exitCode ?? exitCodes.done);
});
