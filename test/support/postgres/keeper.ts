import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Programs } from './programs.ts';

// A program that runs a PostgreSQL for as long as its parent process lives, and then removes its
// files, even if the parent was killed.

export type Told = 'ready' | 'dead';
type Kept = Programs & { folder: string; isDurable: boolean };

const { folder, bin, user, isDurable }: Kept = JSON.parse(process.env.CLUSTER ?? '');
const data = join(folder, 'data');
const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, TZ: 'UTC' } };
/**
 * No network access, and little memory, as several servers may run at once. Databases of tests do
 * not live long enough for upkeep, parallel plans or compiled expressions to pay off.
 */
const ordinary = {
  listen_addresses: '',
  dynamic_shared_memory_type: 'mmap',
  shared_buffers: '32MB',
  max_connections: '300',
  authentication_timeout: '40s',
  autovacuum: 'off',
  bgwriter_lru_maxpages: '0',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_wal_senders: '0',
  wal_level: 'minimal',
};
/**
 * For tests that never kill the server: without these settings, they would often wait for the disk.
 */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
let server: ChildProcess | undefined;

process.once('exit', () => {
  // SIGQUIT also ends the server's child processes and frees their shared memory.
  server?.kill('SIGQUIT');
  remove();
});
process.on('message', (asked) => void (asked === 'kill' ? kill() : start()));
initialise();
await start();

function initialise(): void {
  // This locale does not sort texts by their bytes, so tests fail if a column that needs byte order
  // does not set its own collation.
  const locale = ['--locale-provider=icu', '--icu-locale=en', '--locale=C', '--encoding=UTF8'];
  const quick = ['--no-sync', '--no-instructions'];
  const given = ['--pgdata', data, '--username=waymark', '--auth=trust', ...locale, ...quick];
  execFileSync(join(bin, 'initdb'), given, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  // For tests of passwords: members of this group have to log in with one.
  const rules = 'local all +with_password scram-sha-256\nlocal all all trust\n';
  writeFileSync(join(data, 'pg_hba.conf'), rules);
}

/** Tries again: while the server shuts down, it still writes files into the folders. */
function remove(tries = 100): void {
  rmSync(folder, { recursive: true, force: true });
  if (!existsSync(folder) || tries === 0) return;
  // Sleeps synchronously, because the process is about to exit.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  remove(tries - 1);
}

async function start(): Promise<void> {
  for (;;) {
    const output = await untilReady();
    if (output === undefined) break;
    // After a kill, some child processes still run for a moment.
    if (!output.includes('is still in use')) throw new Error(output);
    await delay(20);
  }
  tell('ready');
}

/** Returns the server's output if it does not start. */
async function untilReady(): Promise<string | undefined> {
  const settings = Object.entries(isDurable ? ordinary : { ...ordinary, ...forgetful });
  const given = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, ...given], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server = child;
  const ended = once(child, 'close');
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (output = `${output}${text}`.slice(-8000)));
  while (!output.includes('ready to accept connections')) {
    const [, signal] = await Promise.race([once(child.stderr, 'data'), ended.then(() => [0, 1])]);
    if (signal) return output;
  }
  return undefined;
}

async function kill(): Promise<void> {
  const ended = server && once(server, 'exit');
  server?.kill('SIGKILL');
  await ended;
  tell('dead');
}

function tell(what: Told): void {
  process.send?.(what);
}
