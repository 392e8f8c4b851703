import { isMainThread } from 'node:worker_threads';
import { tryLock } from '../files/lock.ts';

// Loaded before a program, in its process (`start-bound.ts`): ends it when the process that started
// it is gone, however that ended, and holds a lock until then, where one is named. Otherwise it
// would work on beside the one that is started next.

if (isMainThread) {
  const lockFile = process.env.BOUND_LOCK;
  const lock = lockFile ? tryLock(lockFile) : undefined;
  // Kept in reach: collected as garbage, it would be given back.
  process.once('exit', () => lock?.[Symbol.dispose]());
  process.stdin.once('close', () => process.exit(1)).resume();
  // A pipe, which alone must not keep a program from ending.
  if ('unref' in process.stdin) process.stdin.unref();
  // Ctrl-C reaches all processes of a terminal: what becomes of this one is for its parent to say.
  process.on('SIGINT', () => {});
}
