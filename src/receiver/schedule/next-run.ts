import type { Scope } from '../contract.ts';

/** When and why the next run may start. All times are in milliseconds since 1970. */
export interface Triggers {
  /**
   * Arrival time of the first event that is to start a run at once. Undefined if there is no such
   * event.
   */
  fresh: number | undefined;
  /** Arrival times of the first and the last event since the last full sync. */
  unsettled: { first: number; last: number } | undefined;
  /** When the next scheduled event falls due. */
  due: number | undefined;
  /** When to retry a failed run. */
  retryAt: number | undefined;
  /** When to start a run that looks for changes without an event. */
  pollAt: number | undefined;
}

/** How long a full sync is delayed so that it covers further events, in milliseconds. */
export interface Debounce {
  /** A full sync starts once no event has arrived for this time. */
  quietMs: number;
  /** A full sync starts at most this time after the first event. */
  maxWaitMs: number;
}

/**
 * When the next run starts, in milliseconds since 1970; infinity if no run is planned. The release
 * of an event is synced at once. Everything is synced once no event has arrived for a while.
 */
export function nextRun(triggers: Triggers, debounce: Debounce): number {
  const { fresh = never, unsettled } = triggers;
  const quiet = unsettled ? unsettled.last + debounce.quietMs : never;
  return Math.min(fresh, quiet, dueAt(triggers, debounce), fullSyncBy(triggers, debounce));
}

/** The scope of a run that would start now. */
export function scopeOf(triggers: Triggers, debounce: Debounce, now: number): Scope {
  const isAwaited = triggers.fresh !== undefined || dueAt(triggers, debounce) <= now;
  return isAwaited && fullSyncBy(triggers, debounce) > now ? 'awaited' : 'everything';
}

export function withEvent(triggers: Triggers, now: number, atOnce: boolean): Triggers {
  const { fresh = atOnce ? now : undefined, unsettled } = triggers;
  return { ...triggers, fresh, unsettled: { first: unsettled?.first ?? now, last: now } };
}

/**
 * Shifts the times of the triggers after the clock was set.
 * @param ms change of the clock
 */
export function shifted(triggers: Triggers, ms: number): Triggers {
  const { fresh, unsettled, due, retryAt, pollAt } = triggers;
  const by = (time: number | undefined) => (time === undefined ? undefined : time + ms);
  return {
    fresh: by(fresh),
    unsettled: unsettled && { first: unsettled.first + ms, last: unsettled.last + ms },
    due,
    retryAt: by(retryAt),
    pollAt: by(pollAt),
  };
}

/**
 * A run for a scheduled event starts a moment late, because the API also publishes the release a
 * moment late.
 */
function dueAt({ due }: Triggers, { quietMs }: Debounce): number {
  return due === undefined ? never : due + quietMs;
}

/** The time by which a full sync starts at the latest, even if further events arrive. */
function fullSyncBy({ unsettled, retryAt, pollAt }: Triggers, { maxWaitMs }: Debounce): number {
  const latest = unsettled ? unsettled.first + maxWaitMs : never;
  return Math.min(latest, retryAt ?? never, pollAt ?? never);
}

const never = Number.POSITIVE_INFINITY;
