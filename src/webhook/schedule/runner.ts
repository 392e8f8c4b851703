import { type Alarm, createAlarm } from '../../lib/time/alarm.ts';
import { nextDue } from '../inbox/pending-events.ts';
import { type RunOptions, runOnce } from './run-once.ts';
import {
  createRunSchedule,
  type RunScheduleOptions,
  type RunScheduleState,
} from './run-schedule.ts';

// Takes pending events from the inbox; gives runs, one at a time.
// Looks at once for what an event told of, and at everything when it is quiet, tries again what failed or was not seen, and runs now and then anyway.
// Never keeps a pending event in memory alone: after a crash, the inbox says what is still to be done.

export interface RunnerOptions extends RunScheduleOptions, Omit<RunOptions, 'scope'> {}

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
  const { inbox, clock, log } = options;
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
    schedule.ended(await runOnce({ ...options, scope, yields }));
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
