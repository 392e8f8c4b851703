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

/** A resident, of which there is none until it is started. */
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
  /** Undefined where it ends before it answers. */
  ask(
    asked: ResidentQuestion,
    hear: (told: ResidentMessage) => void,
    signal: AbortSignal,
  ): Promise<ResidentAnswer | undefined>;
  /** Settles when it is gone; gives why, in words, where that is no end in order. */
  ended: Promise<string | undefined>;
  end(): Promise<void>;
}

// It gives back what it can when it has nothing to do, and collects less while somebody waits.
const flags = ['--expose-gc', '--max-semi-space-size=16'];

/** What it is at may be worth finishing: the next start has less to do then. */
const endTimeoutMs = 5_000;

function startProcess(site: ResidentSite): Running {
  const { child, ended } = startBound(program, {
    flags,
    env: {
      // The key comes with each question: what is in the environment can be read by others.
      ...siteEnvironment(process.env),
      ...frugal.env,
      CONTENT_DIR: site.contentDir,
    },
    serialization: 'advanced',
  });
  const gone = ended.then(({ failure, output }) => failure && `${failure} ${output}`.trim());
  // Where it cannot be told, it has ended, which says why.
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
      // What it would do is no longer wanted, and half of it may be done.
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

/** What a resident is told; the first, once, is `start`. */
export type ResidentQuestion =
  | { kind: 'start'; site: ResidentSite }
  | { kind: 'sync'; request: ReleasesRequest }
  | { kind: 'publish' }
  /** Once all that was asked for is done. */
  | { kind: 'end' };

/**
 * What it tells: for each question one answer, and before it who is in the way, what is done, and
 * which releases no card can show.
 */
export type ResidentMessage =
  | { kind: 'waiting'; who: string }
  | { kind: 'lap'; part: string }
  | { kind: 'notes'; notes: readonly string[] }
  | ResidentAnswer;

type ResidentAnswer =
  | { kind: 'synced'; synced: SyncedReleases }
  | { kind: 'published'; published: PublishedHere }
  | { kind: 'failed'; error: SentError }
  /** The code, the settings or the workspace are others than when it was started. */
  | { kind: 'outdated' };
