import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../../src/lib/log.ts';
import { type CommandOptions, runCommand } from '../../../src/tools/hand-on/run-command.ts';
import { eventually } from '../../support/eventually.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** Runs a command; `logged` are the parsed lines of the log. */
async function run(command: string, over: Partial<CommandOptions> = {}) {
  const logged: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void logged.push(JSON.parse(line)) };
  const failed = await runCommand({
    command,
    env: { PATH: process.env.PATH },
    timeoutMs: 30_000,
    log: createLog({ level: 'info', destination }),
    signal: new AbortController().signal,
    ...over,
  }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { failed, logged, stdout: logged.flatMap(({ stdout }) => stdout ?? []) };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('runs a command in a shell and logs its output', async () => {
  const { failed, logged } = await run('echo "one  two" | tr a-z A-Z; echo oops >&2; printf end');
  expect(failed).toBeUndefined();
  const lines = logged.map(({ stdout, stderr }) => ({ stdout, stderr }));
  expect(lines).toContainEqual({ stdout: 'ONE  TWO', stderr: undefined });
  expect(lines).toContainEqual({ stdout: undefined, stderr: 'oops' });
  expect(lines).toContainEqual({ stdout: 'end', stderr: undefined });
});

test('gives the command only its own environment', async () => {
  const env = { PATH: process.env.PATH, OUT_DIR: '/srv/site', GENERATION: 'g1' };
  const { stdout } = await run('env', { env });
  const names = stdout.map((line) => String(line).split('=')[0]);
  // Variables that a shell sets itself.
  const own = ['PWD', 'OLDPWD', 'SHLVL', '_'];
  expect(names.filter((name) => !own.includes(name ?? '')).sort()).toEqual([
    'GENERATION',
    'OUT_DIR',
    'PATH',
  ]);
});

test('reports the exit code or signal of a failed command', async () => {
  expect((await run('exit 7')).failed).toMatch(/failed with exit code 7/);
  expect((await run('kill -9 $$')).failed).toMatch(/failed with signal SIGKILL/);
  expect((await run('no-such-program-anywhere')).failed).toMatch(/exit code 127/);
});

test('kills a command that takes too long, with all its child processes', async () => {
  const command = 'sleep 1000 & echo $!; sleep 1000';
  const { failed, stdout } = await run(command, { timeoutMs: 300 });
  expect(failed).toMatch(/took longer than 0.3 s and was killed/);
  await eventually(() => isAlive(Number(stdout[0]))).toBe(false);
});

test('kills a command that ignores SIGTERM', { timeout: 30_000 }, async () => {
  const command = 'trap "" TERM; echo $$; while true; do sleep 0.1; done';
  const { failed, stdout } = await run(command, { timeoutMs: 300 });
  expect(failed).toMatch(/was killed/);
  await eventually(() => isAlive(Number(stdout[0]))).toBe(false);
});

test('waits for background processes of a command', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'done');
  expect((await run(`(sleep 0.3; touch '${file}') & exit 0`)).failed).toBeUndefined();
  expect(existsSync(file)).toBe(true);
});

test('leaves a detached background process running', async () => {
  const { stdout } = await run('sleep 1000 >/dev/null 2>&1 & echo $!');
  const [pid] = stdout.map(Number);
  expect(isAlive(pid ?? 0)).toBe(true);
  process.kill(pid ?? 0);
});

test('when the receiver is killed, its command and child processes end too', async () => {
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', endlessly]);
  const [output] = await once(receiver.stdout, 'data');
  const pids = String(output).trim().split(' ').map(Number);
  expect(pids.map(isAlive)).toEqual([true, true]);
  receiver.kill('SIGKILL');
  await eventually(() => pids.map(isAlive)).toEqual([false, false]);
});

/**
 * Runs a command in a process that stands in for the receiver; prints the pids of the command and
 * of its child.
 */
const endlessly = `
  import { runCommand } from ${JSON.stringify(import.meta.resolve('../../../src/tools/hand-on/run-command.ts'))};
  const log = { info: ({ stdout }) => stdout && console.log(stdout) };
  const command = 'trap "" TERM HUP; sleep 1000 & echo $$ $!; while true; do sleep 0.1; done';
  const { signal } = new AbortController();
  await runCommand({ command, env: process.env, timeoutMs: 60_000, log, signal });
`;

test('aborting the signal ends a command', async () => {
  const stop = new AbortController();
  const running = run('echo started; sleep 1000', { signal: stop.signal });
  stop.abort();
  expect((await running).failed).toMatch(/failed with/);
});

test('limits how much of a command’s output is logged', async () => {
  const { logged } = await run('head -c 1000000 /dev/zero | tr "\\0" x; yes | head -n 5000');
  expect(logged.length).toBeLessThanOrEqual(1001);
  expect(logged.every((line) => String(line.stdout ?? '').length <= 2000)).toBe(true);
  expect(logged.at(-1)?.msg).toMatch(/the rest of its output is not logged/);
});
