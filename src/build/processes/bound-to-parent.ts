import { isMainThread } from 'node:worker_threads';
import { tryLock } from '../../lib/files/lock.ts';

// Loaded before Astro, in its process: ends it when the process that started it is gone, however
// that ended, and holds a lock until then. Otherwise the next build would share a folder with it.

const lockFile = process.env.RENDER_LOCK;
if (isMainThread && lockFile) {
  const lock = tryLock(lockFile);
  // Kept in reach: collected as garbage, it would be given back.
  process.once('exit', () => lock?.[Symbol.dispose]());
  process.stdin.once('close', () => process.exit(1)).resume();
  // A pipe, which alone must not keep a build from ending.
  if ('unref' in process.stdin) process.stdin.unref();
}
