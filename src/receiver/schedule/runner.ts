import { type Alarm, createAlarm } from '../../lib/time/alarm.ts';
import type { RebuildOutcome, Scope } from '../contract.ts';
import { nextDue } from '../inbox/pending-events.ts';
import { type RunOptions, type RunResult, runOnce } from './run-once.ts';
import {
  createRunSchedule,
  type RunScheduleOptions,
  type RunScheduleState,
} from './run-schedule.ts';

// Takes pending events from the inbox; gives runs, one at a time.
// Looks at once for what an event told of, and at everything when it is quiet, tries again what failed or was not seen, and runs now and then anyway.
// Never keeps a pending event in memory alone: after a crash, the inbox says what is still to be done.

export interface RunnerOptions extends RunScheduleOptions, Omit<RunOptions, 'scope'> {
  /** Told of every run, whatever came of it. */
  onEnded?: ((run: EndedRun) => void) | undefined;
}

/** What a run was. */
export interface EndedRun {
  scope: Scope;
  outcome: RebuildOutcome['kind'] | 'failed' | 'yielded';
  /** How long it took, in milliseconds, and each part of it; of those that did not end there is none. */
  ms: number;
  parts: Record<string, number>;
}

/** Where the runner stands. */
export interface RunnerState extends RunScheduleState {
  running: boolean;
}

export interface Runner extends AsyncDisposable {
  /** A pending event was written to the inbox, to be acted on as soon as may be. */
  notify(): void;
  /** Everything is to be looked at again when it is quiet. */
  notifyPatiently(): void;
  /** A pending event was written to the inbox whose time lies ahead. */
  notifyLater(): void;
  state(): RunnerState;
}

/** Starts running. Disposing starts no more runs and waits for the one that is under way. */
export function createRunner(options: RunnerOptions): Runner {
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
    // The end of a run rings again.
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
    notify() {
      schedule.notify();
      yielding.abort();
      alarm.wake();
    },
    notifyPatiently() {
      schedule.notifyPatiently();
      alarm.wake();
    },
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
  // Only a look at everything yields.
  const scope = result.kind === 'failed' ? result.scope : 'everything';
  return { scope, outcome: result.kind, ms, parts: {} };
}
