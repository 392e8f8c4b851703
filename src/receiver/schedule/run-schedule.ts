import type { Clock } from '../../lib/time/clock.ts';
import { growingGap } from '../../lib/time/growing-gap.ts';
import { type Debounce, nextRun, scopeOf, shifted, type Triggers, withEvent } from './next-run.ts';
import type { RunResult } from './run-once.ts';

export interface RunScheduleOptions extends Debounce {
  clock: Clock;
  /** Returns random numbers from 0 to 1, by which the intervals vary. */
  random: () => number;
  /**
   * Interval of runs that look for changes without an event, in milliseconds; 0 turns these runs
   * off.
   */
  pollMs: number;
  /**
   * Maximum number of runs that a burst of events starts at once. Further events wait until no
   * event has arrived for `quietMs`.
   */
  leading: number;
  /**
   * When the first run starts. `at-once` finds changes that were made while the receiver was
   * stopped; `polled` waits for `pollMs`.
   */
  firstRun: 'at-once' | 'polled';
}

/** Decides when runs start, from events and the results of earlier runs. */
export function createRunSchedule(options: RunScheduleOptions) {
  const { clock, random, pollMs, leading, firstRun, ...debounce } = options;
  const now = () => clock.now().getTime();
  const nextPoll = () => (pollMs === 0 ? undefined : now() + pollMs * (0.9 + random() / 5));
  /** Triggers that the current run handles. */
  let taken: Triggers = idle;
  let triggers: Triggers = {
    ...idle,
    retryAt: firstRun === 'at-once' ? now() : undefined,
    pollAt: nextPoll(),
  };
  /** Number of failed runs since the last success. */
  let failures = 0;
  let lastError: { at: number; message: string } | undefined;
  let seen = now();
  let leadsLeft = leading;
  let lastEvent = Number.NEGATIVE_INFINITY;

  /** Shifts the triggers if the clock was set back, because otherwise all runs would be delayed. */
  function checkClock(): void {
    if (now() < seen - 1000) {
      triggers = shifted(triggers, now() - seen);
      lastEvent += now() - seen;
    }
    seen = now();
  }

  return {
    /** Call this for an event that is due. It starts a run at once, unless it is part of a burst. */
    notify() {
      checkClock();
      if (now() - lastEvent >= debounce.quietMs) leadsLeft = leading;
      lastEvent = now();
      const isLeading = triggers.fresh === undefined && leadsLeft > 0;
      if (isLeading) leadsLeft -= 1;
      triggers = withEvent(triggers, now(), isLeading);
    },
    /** Requests a full sync once no event has arrived for `quietMs`. */
    requestFullSync() {
      checkClock();
      triggers = withEvent(triggers, now(), false);
    },
    /** Marks the start of a run. Returns its scope, and whether an event may stop it. */
    started() {
      const scope = scopeOf(triggers, debounce, now());
      const { unsettled = { first: now(), last: now() } } = triggers;
      taken = { ...triggers, unsettled };
      triggers = idle;
      const mayYield = now() < unsettled.first + debounce.maxWaitMs;
      return { scope, mayYield: scope === 'everything' && mayYield };
    },
    ended(result: RunResult) {
      if (result.kind === 'yielded') {
        triggers = { ...triggers, unsettled: merged(taken.unsettled, triggers.unsettled) };
        return;
      }
      failures = result.kind === 'failed' ? failures + 1 : 0;
      if (result.kind === 'failed') lastError = { at: now(), message: result.why };
      const attempts = result.kind === 'failed' ? failures : result.attempts;
      const retryAt = attempts === undefined ? undefined : now() + retryGap(attempts, random);
      triggers = { ...triggers, retryAt, pollAt: nextPoll() };
      // The events of a sync by id still trigger a full sync later.
      if (result.kind === 'done' && result.outcome.scope === 'awaited')
        triggers = { ...triggers, unsettled: merged(taken.unsettled, triggers.unsettled) };
    },
    /** When the next run starts. `due` is the time of the next scheduled event. */
    next(due: number | undefined) {
      checkClock();
      triggers = { ...triggers, due };
      return nextRun(triggers, debounce);
    },
    /** The state of the schedule. Times are in milliseconds since 1970. */
    state() {
      const next = nextRun(triggers, debounce);
      return {
        nextRun: Number.isFinite(next) ? next : undefined,
        nextPoll: triggers.pollAt,
        failures,
        lastError,
      };
    },
  };
}

const idle: Triggers = {
  fresh: undefined,
  unsettled: undefined,
  due: undefined,
  retryAt: undefined,
  pollAt: undefined,
};

function merged(before: Triggers['unsettled'], since: Triggers['unsettled']) {
  return before && { first: before.first, last: since?.last ?? before.last };
}

const gaps = { first: 5_000, max: 10 * 60_000 };

/** Delay before the next attempt, in milliseconds. Grows from 5 s to 10 min. */
export function retryGap(attempts: number, random: () => number): number {
  return growingGap(attempts, gaps, random());
}
