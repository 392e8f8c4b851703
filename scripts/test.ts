import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from './terminal/run.ts';

// The one gate: every check, then the tests, stopping at the first that fails. What installs from a
// registry is a gate of its own (`npm run test:package`). Its last line is
// `N passed, N failed`, where each check before the tests counts as one.

const checks = [
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'types', command: ['astro', 'check', '--minimumFailingSeverity', 'warning'] },
] as const;

/**
 * Not those against a real store, which wants packages of Debian's (`npm run test:s3`), and not that
 * of the package, which installs from the registry (`npm run test:package`).
 */
const lanes = ['e2e', 'fuzz', 'postgres', 'unit'].flatMap((name) => ['--project', name]);

const VitestReport = z.object({ numPassedTests: z.int(), numFailedTests: z.int() });

const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };

await run(async () => {
  let passed = 0;
  const others = new AbortController();
  // At once, as the types take half a minute of one core; told in turn.
  const begun = checks.map(({ name, command }) => ({
    name,
    end: outcomeOf(command, others.signal),
  }));
  for (const { name, end } of begun) {
    console.log(`\n▸ ${name}`);
    const { ok, output } = await end;
    process.stdout.write(output);
    if (!ok) {
      others.abort();
      return finish(name, passed, 1);
    }
    passed += 1;
  }
  console.log('\n▸ tests');
  const folder = await mkdtemp(join(tmpdir(), 'waymark-test-'));
  try {
    const file = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const ok = await succeeds(['vitest', 'run', ...lanes, ...reporters, ...process.argv.slice(2)]);
    const report = VitestReport.parse(JSON.parse(await readFile(file, 'utf8')));
    // A file that cannot be loaded fails without any test of it failing.
    const failed = Math.max(report.numFailedTests, ok ? 0 : 1);
    return finish('tests', passed + report.numPassedTests, failed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function finish(last: string, passed: number, failed: number): number {
  if (failed > 0) console.log(`\nFailed: ${last}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

type Command = readonly [string, ...string[]];

function succeeds([program, ...args]: Command): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** As `succeeds`, with what it says; not ok where it cannot be started, or was broken off. */
function outcomeOf([program, ...args]: Command, signal: AbortSignal) {
  const child = spawn(program, args, { stdio: ['inherit', 'pipe', 'pipe'], env, signal });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise<{ ok: boolean; output: string }>((resolve) => {
    child.once('error', (error) => resolve({ ok: false, output: `${output}${error.message}\n` }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}
