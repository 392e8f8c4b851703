import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from './terminal/run.ts';

// `npm test` runs every check, the unit tests and one browser test from sync to finished site;
// `--all` adds the other groups of tests (lanes). Checks run beside the tests, and the first failing
// check ends the run. The last line of output is `N passed, N failed`, where each check counts as
// one.

type Command = readonly [string, ...string[]];

const checks: { name: string; command: Command }[] = [
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'unused code', command: ['knip'] },
  {
    name: 'types',
    // Without its sync, Astro writes nothing into the project, where tests compile pages.
    command: ['astro', 'check', '--noSync', '--minimumFailingSeverity', 'warning'],
  },
];
const typesOfTools: Command = ['tsc', '--noEmit', '--project', 'test/tools/judges'];

const quick = ['smoke', 'unit'];
/**
 * The lanes that `--all` adds. They need the packages of `test/tools`. The lane `s3` is not
 * included, because it needs Debian packages.
 */
const others = ['e2e', 'fuzz', 'postgres'];

const Outcome = z.object({ passed: z.int(), failures: z.array(z.string()) });

await run(async () => {
  const args = process.argv.slice(2);
  const isAll = args.includes('--all');
  const rest = args.filter((arg) => arg !== '--all');
  const ownChecks = isAll
    ? [...checks, { name: 'types of test/tools', command: typesOfTools }]
    : checks;
  const running = new AbortController();
  const started = ownChecks.map((check) => runCheck(check, running));
  const outcome = await runTests(isAll ? [...quick, ...others] : quick, rest, running.signal);
  const ended = await Promise.all(started);
  for (const { name, output } of ended) process.stdout.write(`\n▸ ${name}\n${output}`);
  const passed = ended.filter(({ isOk }) => isOk).length;
  const [failed] = ended.filter(({ isOk }) => isOk === false);
  if (failed) return finish(passed, [failed.name]);
  return finish(passed + outcome.passed, outcome.failures);
});

/** Runs a check. If it fails, the other checks and the tests end. */
async function runCheck({ name, command }: (typeof checks)[number], running: AbortController) {
  const { isOk, output } = await outputOf(command, running.signal);
  if (running.signal.aborted) return { name, isOk: undefined, output: 'ended early\n' };
  if (!isOk) running.abort();
  return { name, isOk, output };
}

async function runTests(
  lanes: string[],
  args: string[],
  signal: AbortSignal,
): Promise<z.infer<typeof Outcome>> {
  console.log(`\n▸ tests: ${lanes.join(', ')}`);
  const folder = await mkdtemp(join(tmpdir(), 'waymark-test-'));
  try {
    const file = join(folder, 'outcome.json');
    const projects = lanes.flatMap((lane) => ['--project', lane]);
    const reporters = ['--reporter=default', '--reporter=./test/support/run/outcome.ts'];
    const isOk = await succeeds(
      ['vitest', 'run', ...projects, ...reporters, ...args],
      file,
      signal,
    );
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined)
      return { passed: 0, failures: ['the tests ended without writing their results'] };
    const { passed, failures } = Outcome.parse(JSON.parse(text));
    const isNamed = isOk || failures.length > 0;
    return { passed, failures: isNamed ? failures : ['vitest failed without naming a test'] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function finish(passed: number, failures: string[]): number {
  if (failures.length > 0)
    console.log(`\nFailed:\n${failures.map((one) => `  ${one}\n`).join('')}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  return failures.length > 0 ? 1 : 0;
}

function ownEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
}

async function succeeds(
  [program, ...args]: Command,
  outcome: string,
  signal: AbortSignal,
): Promise<boolean> {
  const env = { ...ownEnvironment(), OUTCOME_FILE: outcome };
  const child = spawn(program, args, { stdio: 'inherit', env, signal });
  child.on('error', ({ message }) => {
    if (!signal.aborted) console.error(message);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return code === 0;
}

/**
 * Runs a command and collects its output. The result is not ok if the command cannot start or is
 * aborted.
 */
function outputOf([program, ...args]: Command, signal: AbortSignal) {
  const stdio = ['inherit', 'pipe', 'pipe'] as const;
  const child = spawn(program, args, { stdio: [...stdio], env: ownEnvironment(), signal });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise<{ isOk: boolean; output: string }>((resolve) => {
    child.once('error', (error) => resolve({ isOk: false, output: `${output}${error.message}\n` }));
    child.once('close', (code) => resolve({ isOk: code === 0, output }));
  });
}
