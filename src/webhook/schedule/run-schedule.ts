import type { Clock } from '../../lib/time/clock.ts';
import { type Agenda, type Gathering, nextRun, shifted, withFresh } from './next-run.ts';
import { retryGap } from './retry-gap.ts';
import type { RunResult } from './run-once.ts';

export interface PaceOptions extends Gathering {
  clock: Clock;
  /** Numbers from 0 to 1, for gaps that are not all the same. */
  random: () => number;
  /** How long after a run there is another one anyway, in milliseconds; 0: never. */
  pollMs: number;
  /** When the first run starts: at once, so that nothing is missed, or like all the others. */
  firstRun: 'at-once' | 'polled';
}

/** Times in milliseconds since 1970. */
export interface PaceState {
  nextRun: number | undefined;
  nextPoll: number | undefined;
  /** Runs that failed since the last that did not. */
  failures: number;
  lastError: { at: number; message: string } | undefined;
}

/** When runs start, from what came and what became of the runs before. */
export interface Pace {
  /** A wish came that is to be acted on as soon as may be. */
  wish(): void;
  started(): void;
  ended(result: RunResult): void;
  /** When the next run starts; `due` is when the next wish is whose time lies ahead. */
  next(due: number | undefined): number;
  state(): PaceState;
}

export function createPace({ clock, random, pollMs, firstRun, ...gathering }: PaceOptions): Pace {
  const now = () => clock.now().getTime();
  const nextPoll = () => (pollMs === 0 ? undefined : now() + pollMs * (0.9 + random() / 5));
  let agenda: Agenda = {
    ...idle,
    retryAt: firstRun === 'at-once' ? now() : undefined,
    pollAt: nextPoll(),
  };
  let failures = 0;
  let lastError: PaceState['lastError'];
  let seen = now();

  /** Set back, the clock would make everything wait that was reckoned by it. */
  function lookAtClock(): void {
    if (now() < seen - 1000) agenda = shifted(agenda, now() - seen);
    seen = now();
  }

  return {
    wish() {
      lookAtClock();
      agenda = withFresh(agenda, now());
    },
    started() {
      agenda = idle;
    },
    ended(result) {
      failures = result.kind === 'failed' ? failures + 1 : 0;
      if (result.kind === 'failed') lastError = { at: now(), message: result.why };
      const attempts = result.kind === 'failed' ? failures : result.looks;
      const retryAt = attempts === undefined ? undefined : now() + retryGap(attempts, random);
      agenda = { ...agenda, retryAt, pollAt: nextPoll() };
    },
    next(due) {
      lookAtClock();
      agenda = { ...agenda, due };
      return nextRun(agenda, gathering);
    },
    state() {
      const next = nextRun(agenda, gathering);
      return {
        nextRun: Number.isFinite(next) ? next : undefined,
        nextPoll: agenda.pollAt,
        failures,
        lastError,
      };
    },
  };
}

const idle: Agenda = { fresh: undefined, due: undefined, retryAt: undefined, pollAt: undefined };
