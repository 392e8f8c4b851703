import { type ExecFileException, execFile, spawn } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { run } from './terminal/run.ts';

// `npm test` runs every check, the unit tests and one browser test from sync to finished site;
// `--all` adds the other groups of tests (lanes), and `--long` those that take long. Checks run
// beside the tests, and the first failing check ends the run. The last line of output is
// `N passed, N failed`, where each check counts as one.

type Command = readonly [string, ...string[]];

interface Check {
  name: string;
  command: Command;
}

/** By its path, because Astro's TypeScript has a command of the same name. */
const tsc = ['node', 'node_modules/typescript-7/bin/tsc', '--noEmit', '--singleThreaded'] as const;
const warnings = ['--minimumFailingSeverity', 'warning'];
const checks: Check[] = [
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'types', command: tsc },
  {
    name: 'types of pages',
    // Without its sync, Astro writes nothing into the project, where tests compile pages.
    command: ['astro', 'check', '--noSync', '--tsconfig', 'tsconfig.pages.json', ...warnings],
  },
];
const typesOfTools: Command = [...tsc, '--project', 'test/tools/judges'];

const quick = ['smoke', 'unit'];
/**
 * The lanes that options add. They need the packages of `test/tools`. The lane `s3` is not included,
 * because it needs Debian packages.
 */
const others: Record<string, string[]> = {
  '--all': ['e2e', 'fuzz', 'postgres'],
  '--long': ['e2e-long', 'long', 'postgres-long'],
};

const execute = promisify(execFile);

const Outcome = z.object({ passed: z.int(), failures: z.array(z.string()) });

await run(async () => {
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  const args = process.argv.slice(2);
  const lanes = args.flatMap((arg) => others[arg] ?? []);
  const rest = args.filter((arg) => !others[arg]);
  const ownChecks = lanes.includes('e2e')
    ? [...checks, { name: 'types of test/tools', command: typesOfTools }]
    : checks;
  const running = new AbortController();
  const started = ownChecks.map((check) => runCheck(check, running));
  const outcome = await runTests([...quick, ...lanes], rest, running.signal);
  const ended = await Promise.all(started);
  for (const { name, output } of ended) process.stdout.write(`\n▸ ${name}\n${output}`);
  const passed = ended.filter(({ isOk }) => isOk).length;
  const [failed] = ended.filter(({ isOk }) => isOk === false);
  if (failed) return finish(passed, [failed.name]);
  return finish(passed + outcome.passed, outcome.failures);
});

/** Runs a check. If it fails, the other checks and the tests end. */
async function runCheck({ name, command: [program, ...args] }: Check, running: AbortController) {
  try {
    // The compiler is a Go program that ends soon: garbage collection takes a quarter of its
    // processor time, and frees a tenth of its memory.
    const env = { ...process.env, GOGC: 'off' };
    const options = { signal: running.signal, maxBuffer: Number.POSITIVE_INFINITY, env };
    const { stdout, stderr } = await execute(program, args, options);
    return { name, isOk: true, output: stdout + stderr };
  } catch (error) {
    if (running.signal.aborted) return { name, isOk: undefined, output: 'ended early\n' };
    running.abort();
    const { stdout = '', stderr = '', message } = error as ExecFileException;
    return { name, isOk: false, output: stdout + stderr || `${message}\n` };
  }
}

async function runTests(
  lanes: string[],
  args: string[],
  signal: AbortSignal,
): Promise<z.infer<typeof Outcome>> {
  console.log(`\n▸ tests: ${lanes.join(', ')}`);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'waymark-test-'));
  const file = join(folder.path, 'outcome.json');
  const projects = lanes.flatMap((lane) => ['--project', lane]);
  const reporters = ['--reporter=default', '--reporter=./test/support/run/outcome.ts'];
  const command: Command = ['vitest', 'run', ...projects, ...reporters, ...args];
  const isOk = await succeeds(command, file, signal);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined)
    return { passed: 0, failures: ['the tests ended without writing their results'] };
  const { passed, failures } = Outcome.parse(JSON.parse(text));
  const isNamed = isOk || failures.length > 0;
  return { passed, failures: isNamed ? failures : ['vitest failed without naming a test'] };
}

function finish(passed: number, failures: string[]): number {
  if (failures.length > 0)
    console.log(`\nFailed:\n${failures.map((one) => `  ${one}\n`).join('')}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  return failures.length > 0 ? 1 : 0;
}

async function succeeds(
  [program, ...args]: Command,
  outcome: string,
  signal: AbortSignal,
): Promise<boolean> {
  const env = { ...process.env, OUTCOME_FILE: outcome };
  const child = spawn(program, args, { stdio: 'inherit', env, signal });
  child.on('error', ({ message }) => {
    if (!signal.aborted) console.error(message);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return code === 0;
}
