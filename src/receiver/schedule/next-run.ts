import type { Scope } from '../contract.ts';

/** All that can start a run; times in milliseconds since 1970. */
export interface Triggers {
  /** When the first event came that is to be acted on at once and that no run has taken up. */
  fresh: number | undefined;
  /** When the first and the last of all events came since everything was looked at. */
  unsettled: { first: number; last: number } | undefined;
  /** When a pending event falls due whose time lies ahead. */
  due: number | undefined;
  /** When something is tried again. */
  retryAt: number | undefined;
  /** When a run starts anyway. */
  pollAt: number | undefined;
}

/** How events are gathered before everything is looked at, in milliseconds. */
export interface Gathering {
  /** How long it has to be quiet. */
  quietMs: number;
  /** How long after the first event it is done at the latest, however many follow. */
  longestMs: number;
}

/**
 * When the next run starts, in milliseconds since 1970; infinity where nothing asks for one. What an
 * event told of is looked for at once, and everything when it has been quiet.
 */
export function nextRun(triggers: Triggers, gathering: Gathering): number {
  const { fresh = never, unsettled } = triggers;
  const quiet = unsettled ? unsettled.last + gathering.quietMs : never;
  return Math.min(fresh, quiet, dueAt(triggers, gathering), everythingBy(triggers, gathering));
}

/** What a run looks at that starts now. */
export function scopeOf(triggers: Triggers, gathering: Gathering, now: number): Scope {
  const isAwaited = triggers.fresh !== undefined || dueAt(triggers, gathering) <= now;
  return isAwaited && everythingBy(triggers, gathering) > now ? 'awaited' : 'everything';
}

/** The triggers with an event that came now. */
export function withEvent(triggers: Triggers, now: number, atOnce: boolean): Triggers {
  const { fresh = atOnce ? now : undefined, unsettled } = triggers;
  return { ...triggers, fresh, unsettled: { first: unsettled?.first ?? now, last: now } };
}

/** The triggers after the clock was set back or forth by so many milliseconds. */
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

/** A release goes live a moment after its time: looking at once would be looking too early. */
function dueAt({ due }: Triggers, { quietMs }: Gathering): number {
  return due === undefined ? never : due + quietMs;
}

/** When everything is looked at, whatever events come. */
function everythingBy({ unsettled, retryAt, pollAt }: Triggers, { longestMs }: Gathering): number {
  const latest = unsettled ? unsettled.first + longestMs : never;
  return Math.min(latest, retryAt ?? never, pollAt ?? never);
}

const never = Number.POSITIVE_INFINITY;
