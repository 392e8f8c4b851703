import { type Alarm, createAlarm } from '../../lib/time/alarm.ts';
import { nextDue } from '../inbox/pending-events.ts';
import { type RunOptions, runOnce } from './run-once.ts';
import { createPace, type PaceOptions, type PaceState } from './run-schedule.ts';

// Takes wishes from the inbox; gives runs, one at a time.
// Gathers what comes together, tries again what failed or was not seen, and runs now and then anyway.
// Never keeps a wish in memory alone: after a crash, the inbox says what is still to be done.

export interface PacerOptions extends PaceOptions, RunOptions {}

/** Where the pacer stands. */
export interface PacerState extends PaceState {
  running: boolean;
}

export interface Pacer extends AsyncDisposable {
  /** A wish was written to the inbox, to be acted on as soon as may be. */
  wish(): void;
  /** A wish was written to the inbox whose time lies ahead. */
  wishLater(): void;
  state(): PacerState;
}

/** Starts pacing. Disposing starts no more runs and waits for the one that is under way. */
export function createPacer(options: PacerOptions): Pacer {
  const { inbox, clock, log } = options;
  const pace = createPace(options);
  let lastRun = clock.now();
  let running: Promise<void> | undefined;
  let stopped = false;
  const alarm: Alarm = createAlarm({
    clock,
    ring,
    onError: (err) => log.error({ err }, 'work in the background failed'),
  });

  function ring(): number | undefined {
    // The end of a run rings again.
    if (running || stopped) return undefined;
    const next = pace.next(nextDue(inbox, lastRun));
    if (next > clock.now().getTime()) return next;
    running = run();
    return undefined;
  }

  async function run(): Promise<void> {
    lastRun = clock.now();
    pace.started();
    pace.ended(await runOnce(options));
    running = undefined;
    alarm.wake();
  }

  return {
    wish() {
      pace.wish();
      alarm.wake();
    },
    wishLater: () => alarm.wake(),
    state: () => ({ running: running !== undefined, ...pace.state() }),
    async [Symbol.asyncDispose]() {
      stopped = true;
      await alarm[Symbol.asyncDispose]();
      await running;
    },
  };
}
