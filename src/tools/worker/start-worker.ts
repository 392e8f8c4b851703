import { fileURLToPath } from 'node:url';
import { siteEnvironment } from '../../config/site-environment.ts';
import { moduleBeside } from '../../lib/files/places.ts';
import { startBound } from '../../lib/processes/start-bound.ts';
import { fromSent, type SentError } from '../../model/sent-error.ts';
import type { CreateWorker, PublishedHere, WorkerSite } from '../../receiver/run/worker.ts';
import { lowMemory } from '../../render/compile/run-program.ts';
import type { ByIdRequest } from '../../sync/run/sync-once.ts';
import type { SyncedById } from '../../sync/sync.ts';

const program = fileURLToPath(moduleBeside('./processes/worker', import.meta.url));

/** Creates an object that starts and stops a worker process. It does not start the process yet. */
export const createWorkerProcess: CreateWorker = ({ site, log }) => {
  let running: WorkerProcess | undefined;

  function start(): void {
    if (running) return;
    const started = startProcess(site);
    running = started;
    void started.ended.then((why) => {
      if (running !== started) return;
      running = undefined;
      if (why)
        log.warn({ why }, 'the worker ended; processing events is slower until the next build');
    });
  }

  async function end(): Promise<void> {
    const ending = running;
    running = undefined;
    await ending?.end();
  }

  async function request(
    message: WorkerRequest,
    signal: AbortSignal,
    onProgress: (progress: WorkerProgress) => void,
  ): Promise<WorkerAnswer | undefined> {
    const answer = await running?.request(message, signal, onProgress);
    signal.throwIfAborted();
    if (answer?.kind === 'outdated' || (answer?.kind === 'failed' && message.kind === 'publish'))
      await end();
    if (answer?.kind === 'failed') throw fromSent(answer.error);
    return answer;
  }

  return {
    start,
    syncById: async (releases, { signal, onWait }) => {
      const answer = await request({ kind: 'sync', request: releases }, signal, (progress) => {
        if (progress.kind === 'waiting') onWait?.(progress.who);
      });
      return answer?.kind === 'synced' ? answer.synced : undefined;
    },
    publish: async ({ signal, onWait, onNotes }, onLap) => {
      const answer = await request({ kind: 'publish' }, signal, (progress) => {
        if (progress.kind === 'waiting') onWait?.(progress.who);
        if (progress.kind === 'lap') onLap(progress.part);
        if (progress.kind === 'notes') onNotes?.(progress.notes);
      });
      return answer?.kind === 'published' ? answer.published : undefined;
    },
    [Symbol.asyncDispose]: end,
  };
};

type WorkerProcess = ReturnType<typeof startProcess>;

const flags = [
  // Lets the worker free memory when it is idle.
  '--expose-gc',
  // Saves 20 % of the worker's memory at 1,000 releases.
  '--max-semi-space-size=16',
];

/**
 * Time in milliseconds that a worker has to finish its work before it is killed. The worker gets
 * this time because the next start can reuse finished work.
 */
const endTimeoutMs = 5_000;

function startProcess(site: WorkerSite) {
  const { child, ended } = startBound(program, {
    flags,
    env: {
      // The API key is not in the environment, which others may be able to read. It is sent with
      // each request.
      ...siteEnvironment(process.env),
      ...lowMemory.env,
      CONTENT_DIR: site.contentDir,
    },
  });
  const gone = ended.then(({ failure, output }) => failure && `${failure} ${output}`.trim());
  // If the message cannot be sent, the process has already ended. `ended` gives the reason.
  const send = (message: WorkerRequest) => void child.send(message, () => {});
  const kill = () => void child.kill('SIGKILL');
  send({ kind: 'start', site });
  return {
    /** Resolves when the process has ended. The value is the reason if it failed. */
    ended: gone,
    end: async () => {
      send({ kind: 'end' });
      const timer = setTimeout(kill, endTimeoutMs);
      await gone;
      clearTimeout(timer);
    },
    /** Sends a request. Resolves to undefined if the process ends without an answer. */
    request: async (
      message: WorkerRequest,
      signal: AbortSignal,
      onProgress: (progress: WorkerProgress) => void,
    ) => {
      const { promise, resolve } = Promise.withResolvers<WorkerAnswer | undefined>();
      const onMessage = (answer: WorkerMessage) => {
        if (answer.kind === 'waiting' || answer.kind === 'lap' || answer.kind === 'notes')
          onProgress(answer);
        else resolve(answer);
      };
      child.on('message', onMessage);
      // If the request is aborted, it may be half done, so the process is killed.
      signal.addEventListener('abort', kill);
      void gone.then(() => resolve(undefined));
      send(message);
      try {
        return await promise;
      } finally {
        child.off('message', onMessage);
        signal.removeEventListener('abort', kill);
      }
    },
  };
}

/** Requests to a worker. `start` is sent first and only once. */
export type WorkerRequest =
  | { kind: 'start'; site: WorkerSite }
  | { kind: 'sync'; request: ByIdRequest }
  | { kind: 'publish' }
  /** Ends the worker after the requests that were sent before. */
  | { kind: 'end' };

/** Messages of a worker. Each request gets any number of progress messages and then one answer. */
export type WorkerMessage = WorkerProgress | WorkerAnswer;

type WorkerProgress =
  | { kind: 'waiting'; who: string }
  | { kind: 'lap'; part: string }
  | { kind: 'notes'; notes: readonly string[] };

type WorkerAnswer =
  | { kind: 'synced'; synced: SyncedById }
  | { kind: 'published'; published: PublishedHere }
  | { kind: 'failed'; error: SentError }
  /** Code, settings or workspace have changed since the worker was started. */
  | { kind: 'outdated' };
