import type { Clock } from '../../lib/time/clock.ts';
import type { Scope } from '../contract.ts';
import { type Gathering, nextRun, scopeOf, shifted, type Triggers, withEvent } from './next-run.ts';
import { retryGap } from './retry-gap.ts';
import type { RunResult } from './run-once.ts';

export interface RunScheduleOptions extends Gathering {
  clock: Clock;
  /** Numbers from 0 to 1, for gaps that are not all the same. */
  random: () => number;
  /** How long after a run there is another one anyway, in milliseconds; 0: never. */
  pollMs: number;
  /** How many runs events start at once; those after them wait until it was quiet. */
  leading: number;
  /** When the first run starts: at once, so that nothing is missed, or like all the others. */
  firstRun: 'at-once' | 'polled';
}

/** Times in milliseconds since 1970. */
export interface RunScheduleState {
  nextRun: number | undefined;
  nextPoll: number | undefined;
  /** Runs that failed since the last that did not. */
  failures: number;
  lastError: { at: number; message: string } | undefined;
}

/** When runs start, from what came and what became of the runs before. */
export interface RunSchedule {
  /** An event came that is to be acted on as soon as may be. */
  notify(): void;
  /** Something else came for which everything is to be looked at when it is quiet. */
  notifyPatiently(): void;
  /** Gives what the run is to look at, and whether an event that comes may break it off. */
  started(): { scope: Scope; mayYield: boolean };
  ended(result: RunResult): void;
  /** When the next run starts; `due` is when the next pending event is whose time lies ahead. */
  next(due: number | undefined): number;
  state(): RunScheduleState;
}

export function createRunSchedule({
  clock,
  random,
  pollMs,
  leading,
  firstRun,
  ...gathering
}: RunScheduleOptions): RunSchedule {
  const now = () => clock.now().getTime();
  const nextPoll = () => (pollMs === 0 ? undefined : now() + pollMs * (0.9 + random() / 5));
  /** The triggers that the run which is under way has taken up. */
  let taken: Triggers = idle;
  let triggers: Triggers = {
    ...idle,
    retryAt: firstRun === 'at-once' ? now() : undefined,
    pollAt: nextPoll(),
  };
  let failures = 0;
  let lastError: RunScheduleState['lastError'];
  let seen = now();
  let leadsLeft = leading;
  let lastEvent = Number.NEGATIVE_INFINITY;

  /** Set back, the clock would make everything wait that was reckoned by it. */
  function lookAtClock(): void {
    if (now() < seen - 1000) {
      triggers = shifted(triggers, now() - seen);
      lastEvent += now() - seen;
    }
    seen = now();
  }

  return {
    notify() {
      lookAtClock();
      if (now() - lastEvent >= gathering.quietMs) leadsLeft = leading;
      lastEvent = now();
      const isLeading = triggers.fresh === undefined && leadsLeft > 0;
      if (isLeading) leadsLeft -= 1;
      triggers = withEvent(triggers, now(), isLeading);
    },
    notifyPatiently() {
      lookAtClock();
      triggers = withEvent(triggers, now(), false);
    },
    started() {
      const scope = scopeOf(triggers, gathering, now());
      const { unsettled = { first: now(), last: now() } } = triggers;
      taken = { ...triggers, unsettled };
      triggers = idle;
      const mayYield = now() < unsettled.first + gathering.longestMs;
      return { scope, mayYield: scope === 'everything' && mayYield };
    },
    ended(result) {
      if (result.kind === 'yielded') {
        triggers = { ...triggers, unsettled: merged(taken.unsettled, triggers.unsettled) };
        return;
      }
      failures = result.kind === 'failed' ? failures + 1 : 0;
      if (result.kind === 'failed') lastError = { at: now(), message: result.why };
      const attempts = result.kind === 'failed' ? failures : result.attempts;
      const retryAt = attempts === undefined ? undefined : now() + retryGap(attempts, random);
      triggers = { ...triggers, retryAt, pollAt: nextPoll() };
      // What was not looked at is so when it is quiet.
      if (result.kind === 'done' && result.outcome.scope === 'awaited')
        triggers = { ...triggers, unsettled: merged(taken.unsettled, triggers.unsettled) };
    },
    next(due) {
      lookAtClock();
      triggers = { ...triggers, due };
      return nextRun(triggers, gathering);
    },
    state() {
      const next = nextRun(triggers, gathering);
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
