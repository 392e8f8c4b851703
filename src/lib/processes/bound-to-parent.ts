import { isMainThread } from 'node:worker_threads';
import { tryLock } from '../files/lock.ts';

// Preloaded into child processes (`start-bound.ts`). Ends the process when its parent is gone, and
// holds the named lock until then. Otherwise it would keep working beside its successor.

if (isMainThread) {
  const lockFile = process.env.BOUND_LOCK;
  const lock = lockFile ? tryLock(lockFile) : undefined;
  // Referenced, since garbage collection would release it.
  process.once('exit', () => lock?.[Symbol.dispose]());
  process.stdin.once('close', () => process.exit(1)).resume();
  // The pipe must not keep the program alive.
  if ('unref' in process.stdin) process.stdin.unref();
  // Ctrl-C reaches all processes of a terminal, but only the parent should react and then stop this
  // one.
  process.on('SIGINT', () => {});
}
