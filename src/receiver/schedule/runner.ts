import { type Alarm, createAlarm } from '../../lib/time/alarm.ts';
import type { RebuildOutcome, Scope } from '../contract.ts';
import { nextDue } from '../inbox/pending-events.ts';
import { type RunOptions, type RunResult, runOnce } from './run-once.ts';
import { createRunSchedule, type RunScheduleOptions } from './run-schedule.ts';

// Starts runs for the pending events of the inbox, one run at a time. Syncs the release of an event
// at once, and everything once no event has arrived for a while. Retries failed runs, and polls for
// changes without an event.

export interface RunnerOptions extends RunScheduleOptions, Omit<RunOptions, 'scope'> {
  onEnded?: ((run: EndedRun) => void) | undefined;
}

export interface EndedRun {
  scope: Scope;
  outcome: RebuildOutcome['kind'] | 'failed' | 'yielded';
  /**
   * Duration of the run in milliseconds. `parts` has the durations of its finished parts, in
   * milliseconds.
   */
  ms: number;
  parts: Record<string, number>;
}

export type Runner = ReturnType<typeof createRunner>;

/** Starts the runner. Disposing it waits for the current run. */
export function createRunner(options: RunnerOptions) {
  const { inbox, clock, log, onEnded } = options;
  const schedule = createRunSchedule(options);
  let lastRun = clock.now();
  let running: Promise<void> | undefined;
  let stopped = false;
  let yielding = new AbortController();
  const alarm: Alarm = createAlarm({
    clock,
    ring,
    onError: (err) => log.error({ err }, 'work in the background failed'),
  });

  function ring(): number | undefined {
    // `run` wakes the alarm when the current run ends.
    if (running || stopped) return undefined;
    const next = schedule.next(nextDue(inbox, lastRun));
    if (next > clock.now().getTime()) return next;
    running = run();
    return undefined;
  }

  async function run(): Promise<void> {
    lastRun = clock.now();
    const { scope, mayYield } = schedule.started();
    yielding = new AbortController();
    const yields = mayYield ? yielding.signal : undefined;
    const result = await runOnce({ ...options, scope, yields });
    schedule.ended(result);
    onEnded?.(endedRun(result, clock.now().getTime() - lastRun.getTime()));
    running = undefined;
    alarm.wake();
  }

  return {
    /** Call this after storing an event that is due. */
    notify() {
      schedule.notify();
      yielding.abort();
      alarm.wake();
    },
    /** Requests a full sync once no event has arrived for `quietMs`. */
    requestFullSync() {
      schedule.requestFullSync();
      alarm.wake();
    },
    /** Call this after storing an event that is scheduled for later. */
    notifyLater: () => alarm.wake(),
    state: () => ({ running: running !== undefined, ...schedule.state() }),
    async [Symbol.asyncDispose]() {
      stopped = true;
      await alarm[Symbol.asyncDispose]();
      await running;
    },
  };
}

function endedRun(result: RunResult, ms: number): EndedRun {
  if (result.kind === 'done') {
    const { scope, kind: outcome, parts } = result.outcome;
    return { scope, outcome, ms, parts };
  }
  // A run that yielded was a full sync, because only full syncs yield.
  const scope = result.kind === 'failed' ? result.scope : 'everything';
  return { scope, outcome: result.kind, ms, parts: {} };
}
