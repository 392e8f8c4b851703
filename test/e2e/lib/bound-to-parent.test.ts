import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tryLock } from '../../../src/lib/files/lock.ts';
import { eventually } from '../../support/eventually.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';

const bound = pathToFileURL('src/lib/processes/bound-to-parent.ts').href;

/** Starts a process that starts a bound child, which would otherwise run forever. */
async function startParent(lockFile: string) {
  const child = `setInterval(() => {}, 1000); process.send('up')`;
  const parent = `
    const { spawn } = require('node:child_process');
    const args = ['--import', ${JSON.stringify(bound)}, '-e', ${JSON.stringify(child)}];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore', 'ipc'] });
    child.once('message', () => console.log(child.pid));
    setInterval(() => {}, 1000);
  `;
  const started = spawn(process.execPath, ['-e', parent], {
    env: { ...process.env, BOUND_LOCK: lockFile },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = await once(started.stdout, 'data');
  return { parent: started, pid: Number(pid) };
}

function isFree(lockFile: string): boolean {
  using lock = tryLock(lockFile);
  return lock !== undefined;
}

test('a bound process holds its lock until its parent ends, even when that is killed', async () => {
  await using folder = await tempFolder(inMemory);
  const lockFile = join(folder.path, 'lock');
  const { parent, pid } = await startParent(lockFile);
  try {
    expect(isFree(lockFile)).toBe(false);
    parent.kill('SIGKILL');
    await eventually(() => isFree(lockFile)).toBe(true);
  } catch (error) {
    process.kill(pid, 'SIGKILL');
    throw error;
  }
});

test('a bound process ignores Ctrl-C and leaves the reaction to its parent', async () => {
  const echo = `process.on('message', (message) => process.send(message)); process.send('up')`;
  const child = spawn(process.execPath, ['--import', bound, '-e', echo], {
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  child.kill('SIGINT');
  child.send('still there');
  const ended = once(child, 'exit').then(() => ['ended']);
  expect(await Promise.race([once(child, 'message'), ended])).toEqual(['still there', undefined]);
  child.stdin?.end();
  await ended;
});
