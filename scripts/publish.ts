import { resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../src/lib/clock.ts';
import { toInstant } from '../src/lib/instant.ts';
import { WaymarkError } from '../src/model/errors.ts';
import { parseSettings } from '../src/model/settings.ts';
import { listGenerations } from '../src/publish/list.ts';
import { type RollbackOutcome, resume, rollBack } from '../src/publish/rollback.ts';
import { commandNamed, run } from './run.ts';

const howToPublish =
  'npm run build -- --publish makes a generation, and so does the receiver (npm run webhook).';

const program = commandNamed('publish').description('Generations of the site: which one is live.');
const command = (name: string, description: string): Command =>
  program
    .command(name)
    .description(description)
    .option('--out <dir>', 'the published site (default: OUT_DIR, or dist)');

command('list', 'list the generations that are kept, newest first').action(async (options) => {
  const outDir = outDirOf(options);
  const { generations, paused } = await listGenerations(outDir);
  if (generations.length === 0) console.log(`Nothing is published in ${outDir}. ${howToPublish}`);
  for (const { name, time, pages, live } of generations)
    console.log(`${name}\t${toInstant(time)}\t${pages} pages${live ? '\tlive' : ''}`);
  if (paused) console.log(paused);
});

command('rollback', 'go back one generation, and pause publishing')
  .option('--force', 'bring back what was withdrawn since', false)
  .action(async (options) => {
    const outDir = outDirOf(options);
    const force: boolean = options.force;
    console.log(tell(outDir, await rollBack({ outDir, force, now: systemClock.now() })));
  });

command('resume', 'let publishing go on after a rollback').action(async (options) => {
  const paused = await resume(outDirOf(options));
  console.log(
    paused
      ? 'Publishing goes on: what is built next goes live.'
      : 'Nothing to resume: publishing was not paused.',
  );
});

function outDirOf({ out }: { out?: string }): string {
  return resolve(out ?? parseSettings(process.env, ['OUT_DIR']).OUT_DIR);
}

/** @throws WaymarkError when nothing was done */
function tell(outDir: string, outcome: RollbackOutcome): string {
  switch (outcome.kind) {
    case 'rolled back': {
      const { from, to, returned } = outcome;
      const back = returned.length > 0 ? `\nBack with it:\n${rows(returned)}` : '';
      return `${outDir} shows generation ${to} instead of ${from}.${back}\nPublishing is paused. npm run publish:resume lets it go on.`;
    }
    case 'refused': {
      const { to, withdrawn } = outcome;
      throw new WaymarkError(
        `Generation ${to} holds what was withdrawn since:\n${rows(withdrawn)}\nWhat is live stays. npm run publish:rollback -- --force brings it back.`,
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
  return undefined;
});
