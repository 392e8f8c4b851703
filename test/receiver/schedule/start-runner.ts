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

/** The outcome of a full sync in which all awaited releases were public. */
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

/** A run that ends when the test calls `end` or `fail`. */
interface Run extends RebuildRequest {
  end(over?: Partial<RebuildOutcome>): Promise<void>;
  fail(why: string): Promise<void>;
}

/** A runner on a manual clock, whose runs end when the test ends them. */
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
    // Waits until the runner sleeps.
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
    /** Stores an event and notifies the runner. */
    notify: (id: string) => {
      wishFor(inbox, id, clock.now());
      runner.notify();
    },
    /** Ends all runs, then the runner. */
    [Symbol.asyncDispose]: async () => {
      const disposed = runner[Symbol.asyncDispose]();
      for (const run of runs) void run.end();
      await disposed;
      await lifetimes.disposeAsync();
    },
  };
}
