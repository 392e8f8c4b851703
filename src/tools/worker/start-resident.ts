import { fileURLToPath } from 'node:url';
import { siteEnvironment } from '../../config/site-environment.ts';
import { moduleBeside } from '../../lib/files/places.ts';
import { startBound } from '../../lib/processes/start-bound.ts';
import type { CreateResident, PublishedHere, ResidentSite } from '../../receiver/run/resident.ts';
import { fromSent, type SentError } from '../../receiver/run/sent-error.ts';
import type { ReleasesRequest } from '../../receiver/run/sync-once.ts';
import { frugal } from '../../render/compile/run-program.ts';
import type { SyncedReleases } from '../../sync/by-id/sync-releases.ts';

const program = fileURLToPath(moduleBeside('./processes/resident', import.meta.url));

/** Creates a resident, not yet started. */
export const createResident: CreateResident = ({ site, log }) => {
  let running: Running | undefined;

  function start(): void {
    if (running) return;
    const started = startProcess(site);
    running = started;
    void started.ended.then((why) => {
      if (running !== started) return;
      running = undefined;
      if (why) log.warn({ why }, 'the process that has builds at hand is gone');
    });
  }

  async function end(): Promise<void> {
    const ending = running;
    running = undefined;
    await ending?.end();
  }

  const ask = async (
    asked: ResidentQuestion,
    { signal, hear }: { signal: AbortSignal; hear: (told: ResidentMessage) => void },
  ): Promise<ResidentAnswer | undefined> => {
    const asking = running;
    const answer = await asking?.ask(asked, hear, signal);
    signal.throwIfAborted();
    if (answer?.kind === 'outdated' || (answer?.kind === 'failed' && asked.kind === 'publish'))
      await end();
    if (answer?.kind === 'failed') throw fromSent(answer.error);
    return answer;
  };

  return {
    start,
    syncReleases: async (request, { signal, onWait }) => {
      const hear = (told: ResidentMessage) => void (told.kind === 'waiting' && onWait?.(told.who));
      const answer = await ask({ kind: 'sync', request }, { signal, hear });
      return answer?.kind === 'synced' ? answer.synced : undefined;
    },
    publish: async ({ signal, onWait, onNotes }, onLap) => {
      const hear = (told: ResidentMessage) => {
        if (told.kind === 'waiting') onWait?.(told.who);
        if (told.kind === 'lap') onLap(told.part);
        if (told.kind === 'notes') onNotes?.(told.notes);
      };
      const answer = await ask({ kind: 'publish' }, { signal, hear });
      return answer?.kind === 'published' ? answer.published : undefined;
    },
    [Symbol.asyncDispose]: end,
  };
};

interface Running {
  /** Undefined if it ends without an answer. */
  ask(
    asked: ResidentQuestion,
    hear: (told: ResidentMessage) => void,
    signal: AbortSignal,
  ): Promise<ResidentAnswer | undefined>;
  /** Resolves when it has ended, with the reason if it failed. */
  ended: Promise<string | undefined>;
  end(): Promise<void>;
}

// Frees memory when idle, and collects less during requests.
const flags = ['--expose-gc', '--max-semi-space-size=16'];

/** Time to finish its work, which the next start can reuse. */
const endTimeoutMs = 5_000;

function startProcess(site: ResidentSite): Running {
  const { child, ended } = startBound(program, {
    flags,
    env: {
      // The key is sent with each request: others can read environments.
      ...siteEnvironment(process.env),
      ...frugal.env,
      CONTENT_DIR: site.contentDir,
    },
    serialization: 'advanced',
  });
  const gone = ended.then(({ failure, output }) => failure && `${failure} ${output}`.trim());
  // If sending fails, the process has ended and says why.
  const tell = (asked: ResidentQuestion) => void child.send(asked, () => {});
  tell({ kind: 'start', site });
  const kill = () => void child.kill('SIGKILL');
  const end = async () => {
    tell({ kind: 'end' });
    const timer = setTimeout(kill, endTimeoutMs);
    await gone;
    clearTimeout(timer);
  };
  return {
    ended: gone,
    end,
    ask: async (asked, hear, signal) => {
      const { promise, resolve } = Promise.withResolvers<ResidentAnswer | undefined>();
      const onMessage = (told: ResidentMessage) => {
        if (told.kind === 'waiting' || told.kind === 'lap' || told.kind === 'notes') hear(told);
        else resolve(told);
      };
      // Its work is no longer needed and may be half done.
      const onAbort = kill;
      child.on('message', onMessage);
      signal.addEventListener('abort', onAbort);
      void gone.then(() => resolve(undefined));
      tell(asked);
      try {
        return await promise;
      } finally {
        child.off('message', onMessage);
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}

/** Requests to a resident. The first one, once, is `start`. */
export type ResidentQuestion =
  | { kind: 'start'; site: ResidentSite }
  | { kind: 'sync'; request: ReleasesRequest }
  | { kind: 'publish' }
  /** After all requests are done. */
  | { kind: 'end' };

/** Messages of a resident: one answer per request, and before it waiting, progress and notes. */
export type ResidentMessage =
  | { kind: 'waiting'; who: string }
  | { kind: 'lap'; part: string }
  | { kind: 'notes'; notes: readonly string[] }
  | ResidentAnswer;

type ResidentAnswer =
  | { kind: 'synced'; synced: SyncedReleases }
  | { kind: 'published'; published: PublishedHere }
  | { kind: 'failed'; error: SentError }
  /** Code, settings or workspace have changed since the start. */
  | { kind: 'outdated' };
