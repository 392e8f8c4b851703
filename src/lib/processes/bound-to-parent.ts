import { isMainThread } from 'node:worker_threads';
import { tryLock } from '../files/lock.ts';

// Preloaded into child processes by `start-bound.ts`. Ends the child when its parent process is
// gone, so that the child does not keep working beside a newly started process. Until the child
// ends, it holds the lock whose file is named in BOUND_LOCK.

if (isMainThread) {
  const lockFile = process.env.BOUND_LOCK;
  const lock = lockFile ? tryLock(lockFile) : undefined;
  // This reference keeps the lock from being garbage collected, which would release it.
  process.once('exit', () => lock?.[Symbol.dispose]());
  process.stdin.once('close', () => process.exit(1)).resume();
  // Without `unref`, the open pipe would keep the program alive.
  if ('unref' in process.stdin) process.stdin.unref();
  // Ignores Ctrl-C, which reaches all processes of a terminal. Only the parent reacts, and then
  // stops this process.
  process.on('SIGINT', () => {});
}
