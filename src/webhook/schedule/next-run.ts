/** All that can start a run; times in milliseconds since 1970. */
export interface Triggers {
  /** When the first and the last of the pending events came that no run has taken up. */
  fresh: { first: number; last: number } | undefined;
  /** When a pending event falls due whose time lies ahead. */
  due: number | undefined;
  /** When something is tried again. */
  retryAt: number | undefined;
  /** When a run starts anyway. */
  pollAt: number | undefined;
}

/** How pending events are gathered, in milliseconds. */
export interface Gathering {
  /** How long it has to be quiet before a run starts. */
  quietMs: number;
  /** How long the first pending event waits at most, however many follow it. */
  longestMs: number;
}

/** When the next run starts, in milliseconds since 1970; infinity where nothing asks for one. */
export function nextRun(
  { fresh, due, retryAt, pollAt }: Triggers,
  { quietMs, longestMs }: Gathering,
): number {
  const gathered = fresh && Math.min(fresh.last + quietMs, fresh.first + longestMs);
  // A release goes live a moment after its time: looking at once would be looking too early.
  const dueAndQuiet = due === undefined ? undefined : due + quietMs;
  const never = Number.POSITIVE_INFINITY;
  return Math.min(gathered ?? never, dueAndQuiet ?? never, retryAt ?? never, pollAt ?? never);
}

/** The triggers with a pending event that came now. */
export function withFresh(triggers: Triggers, now: number): Triggers {
  return { ...triggers, fresh: { first: triggers.fresh?.first ?? now, last: now } };
}

/** The triggers after the clock was set back or forth by so many milliseconds. */
export function shifted(triggers: Triggers, ms: number): Triggers {
  const { fresh, due, retryAt, pollAt } = triggers;
  return {
    fresh: fresh && { first: fresh.first + ms, last: fresh.last + ms },
    due,
    retryAt: retryAt === undefined ? undefined : retryAt + ms,
    pollAt: pollAt === undefined ? undefined : pollAt + ms,
  };
}
