import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Programs } from './programs.ts';

// A program: keeps a PostgreSQL for as long as the process lives that started it, and removes all of
// it then, even where that was killed.

export type Told = 'ready' | 'dead';
type Kept = Programs & { folder: string; isDurable: boolean };

const { folder, bin, user, isDurable }: Kept = JSON.parse(process.env.CLUSTER ?? '');
const data = join(folder, 'data');
const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, TZ: 'UTC' } };
/** Nothing of it leaves the folder; small, for there may be several of them. */
const ordinary = {
  listen_addresses: '',
  dynamic_shared_memory_type: 'mmap',
  shared_buffers: '32MB',
  max_connections: '300',
  authentication_timeout: '40s',
};
/** For tests that never have it killed, and would wait for the disk again and again. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
let server: ChildProcess | undefined;

process.once('exit', () => {
  // Ends its children too, and gives back the memory that they share.
  server?.kill('SIGQUIT');
  remove();
});
process.on('message', (asked) => void (asked === 'kill' ? kill() : start()));
initialise();
await start();

function initialise(): void {
  // Another order of texts than by bytes, so that it shows where a column does not ask for that.
  const locale = ['--locale-provider=icu', '--icu-locale=en', '--locale=C', '--encoding=UTF8'];
  const quick = ['--no-sync', '--no-instructions'];
  const given = ['--pgdata', data, '--username=waymark', '--auth=trust', ...locale, ...quick];
  execFileSync(join(bin, 'initdb'), given, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  // For tests of passwords: who is in this group has to know one.
  const rules = 'local all +with_password scram-sha-256\nlocal all all trust\n';
  writeFileSync(join(data, 'pg_hba.conf'), rules);
}

/** While it ends, it writes files beside those that are removed, and folders stay that are not empty. */
function remove(tries = 100): void {
  rmSync(folder, { recursive: true, force: true });
  if (!existsSync(folder) || tries === 0) return;
  // Nothing else can be waited for any more: the process is about to end.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  remove(tries - 1);
}

async function start(): Promise<void> {
  for (;;) {
    const output = await untilReady();
    if (output === undefined) break;
    // Of a killed one, some children take a moment to notice.
    if (!output.includes('is still in use')) throw new Error(output);
    await delay(20);
  }
  tell('ready');
}

/** Gives what it said instead, if it does not come up. */
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
