import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Project } from '../../../bench/support/project.ts';
import type { WorkerSite } from '../../../src/receiver/run/worker.ts';

const program = fileURLToPath(new URL('receiver-child.ts', import.meta.url));

export interface ReceiverQuestion {
  /** `build` builds without the worker. */
  kind: 'start' | 'publish' | 'build' | 'end';
  site: WorkerSite;
}

interface Told {
  name: string;
  message: string;
  exitCode: number | undefined;
}

export type ReceiverAnswer =
  | { kind: 'up' }
  /** A worker was started. */
  | { kind: 'started'; pid: number }
  | { kind: 'lap'; part: string }
  | { kind: 'notes'; notes: readonly string[] }
  | {
      kind: 'done';
      outcome?: { kind: string; generation?: string | undefined } | undefined;
      error?: Told;
    };

export const apiKey = 'wm_5ecretKeyOfTheApi';

/** Starts a process with a worker that runs a project's code for one site. */
export async function startReceiver(project: Project, site: WorkerSite) {
  const child = spawn(process.execPath, [program, project.folder], {
    cwd: project.folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, API_KEY: apiKey },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  let pid = 0;
  child.on('message', (told: ReceiverAnswer) => {
    if (told.kind === 'started') pid = told.pid;
  });
  const ended = once(child, 'close').then(() => undefined);
  await once(child, 'message');
  /** @param onLap is called with each part that is finished */
  const ask = (kind: ReceiverQuestion['kind'], onLap: (part: string) => void = () => {}) => {
    const { promise, resolve } = Promise.withResolvers<Outcome | undefined>();
    let notes: readonly string[] | undefined;
    const hear = (told: ReceiverAnswer) => {
      if (told.kind === 'lap') onLap(told.part);
      if (told.kind === 'notes') notes = told.notes;
      if (told.kind === 'done') resolve({ ...told, ...(notes && { notes }) });
    };
    child.on('message', hear);
    child.send({ kind, site });
    return Promise.race([promise, ended]).finally(() => child.off('message', hear));
  };
  return {
    process: child,
    /** Process id of the worker. */
    pid: () => pid,
    start: () => ask('start'),
    end: () => ask('end'),
    /** Publishes with the worker only; there is no outcome if no worker can. */
    publish: (onLap?: (part: string) => void) => ask('publish', onLap),
    /** Builds and publishes without the worker. */
    build: () => ask('build'),
    killWorker: () => void (isRunning(pid) && process.kill(pid, 'SIGKILL')),
    [Symbol.asyncDispose]: async () => {
      // The worker has to end first, or it might write into the project while that is being
      // removed.
      if (child.connected) await ask('end');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The result, with the notes that were sent before it. */
type Outcome = Extract<ReceiverAnswer, { kind: 'done' }> & { notes?: readonly string[] };

/**
 * Whether a process is running. A process that has ended but was not reaped yet has an empty
 * command line.
 */
export function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}
