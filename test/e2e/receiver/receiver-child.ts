import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ReceiverAnswer, ReceiverQuestion } from './start-receiver.ts';

// Stands in for a receiver: a process that has a worker and builds without it on request. It runs
// the code of the project in the given folder.

const [folder = ''] = process.argv.slice(2);
const load = (path: string) => import(pathToFileURL(join(folder, 'src', path)).href);
type StartWorker = typeof import('../../../src/tools/worker/start-worker.ts');
const { createWorkerProcess }: StartWorker = await load('tools/worker/start-worker.ts');
const { publishHere, startStopwatch }: typeof import('../../../src/receiver/run/rebuild.ts') =
  await load('receiver/run/rebuild.ts');
const { createLog }: typeof import('../../../src/lib/log.ts') = await load('lib/log.ts');

const tell = (told: ReceiverAnswer) => void process.send?.(told);
const { signal } = new AbortController();
const log = createLog({ level: 'silent' });
let worker: ReturnType<typeof createWorkerProcess> | undefined;

subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess };
  // `pid` and `spawnargs` are only set after the spawn.
  child.once('spawn', () => {
    const isWorker = child.spawnargs.join(' ').includes('processes/worker.ts');
    if (isWorker) tell({ kind: 'started', pid: child.pid ?? 0 });
  });
});

process.on('message', (asked: ReceiverQuestion) => void answer(asked));
process.on('disconnect', () => process.exit());
tell({ kind: 'up' });

async function answer(asked: ReceiverQuestion): Promise<void> {
  try {
    tell({ kind: 'done', outcome: await outcomeOf(asked) });
  } catch (error) {
    const { name, message, exitCode } = error as Error & { exitCode?: number };
    tell({ kind: 'done', error: { name, message, exitCode } });
  }
}

async function outcomeOf({ kind, site }: ReceiverQuestion) {
  const stopwatch = startStopwatch();
  worker ??= createWorkerProcess({ site, log });
  if (kind === 'start') worker.start();
  // Lets the "spawn" event be handled first, which reports the worker's pid.
  await setImmediate();
  if (kind === 'end') await worker[Symbol.asyncDispose]();
  if (kind === 'publish')
    return worker.publish({ signal, onNotes: (notes) => tell({ kind: 'notes', notes }) }, (part) =>
      tell({ kind: 'lap', part }),
    );
  if (kind === 'build') return publishHere()({ site, signal, before: undefined, stopwatch });
  return undefined;
}
