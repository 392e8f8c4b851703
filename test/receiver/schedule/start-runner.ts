import { createLog } from '../../../src/lib/log.ts';
import type { RebuildOutcome, RebuildRequest } from '../../../src/receiver/contract.ts';
import { createRunner, type RunnerOptions } from '../../../src/receiver/schedule/runner.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { now } from '../http/delivery.ts';
import { tempInbox, wishFor } from '../inbox/temp-inbox.ts';

export const quietMs = 2000;
export const maxWaitMs = 30_000;
export const pollMs = 600_000;

export const settled = () => new Promise(setImmediate);

/** What came of a run that looked at everything, and found it public. */
function live(request: RebuildRequest, over: Partial<RebuildOutcome> = {}): RebuildOutcome {
  const visibilities = new Map(request.awaited.map((id) => [id, { kind: 'public' } as const]));
  return {
    kind: 'live',
    scope: 'everything',
    generation: 'g1',
    visibilities,
    parts: {},
    ...over,
  };
}

/** A run that the test ends. */
interface Run extends RebuildRequest {
  end(over?: Partial<RebuildOutcome>): Promise<void>;
  fail(why: string): Promise<void>;
}

/** A runner on a clock that the test moves, whose runs end when the test says so. */
export async function startRunner(over: Partial<RunnerOptions> = {}) {
  const lifetimes = new AsyncDisposableStack();
  const { inbox } = over.inbox ? { inbox: over.inbox } : lifetimes.use(await tempInbox());
  const clock = manualClock(now.toISOString());
  const runs: Run[] = [];
  const logged: string[] = [];
  const runner = createRunner({
    inbox,
    target: 'here',
    clock,
    random: () => 0.5,
    log: createLog({ level: 'info', destination: { write: (line) => logged.push(line) } }),
    quietMs,
    maxWaitMs,
    pollMs,
    leading: 2,
    firstRun: 'polled',
    rebuild: (request) => {
      const done = Promise.withResolvers<RebuildOutcome>();
      runs.push({
        ...request,
        end: (outcome) => {
          done.resolve(live(request, outcome));
          return settled();
        },
        fail: (why) => {
          done.reject(new Error(why));
          return settled();
        },
      });
      return done.promise;
    },
    ...over,
  });
  const pass = async (ms: number) => {
    // Until the runner sleeps.
    await settled();
    clock.advance(ms);
    await settled();
  };
  return {
    inbox,
    clock,
    runner,
    runs,
    logged,
    pass,
    /** An event comes in. */
    notify: (id: string) => {
      wishFor(inbox, id, clock.now());
      runner.notify();
    },
    /** Ends what is under way, then the runner. */
    [Symbol.asyncDispose]: async () => {
      const disposed = runner[Symbol.asyncDispose]();
      for (const run of runs) void run.end();
      await disposed;
      await lifetimes.disposeAsync();
    },
  };
}
