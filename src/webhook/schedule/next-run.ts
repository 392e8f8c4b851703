/** All that can start a run; times in milliseconds since 1970. */
export interface Agenda {
  /** When the first and the last of the wishes came that no run has taken up. */
  fresh: { first: number; last: number } | undefined;
  /** When a wish falls due whose time lies ahead. */
  due: number | undefined;
  /** When something is tried again. */
  retryAt: number | undefined;
  /** When a run starts anyway. */
  pollAt: number | undefined;
}

/** How wishes are gathered, in milliseconds. */
export interface Gathering {
  /** How long it has to be quiet before a run starts. */
  quietMs: number;
  /** How long the first wish waits at most, however many follow it. */
  longestMs: number;
}

/** When the next run starts, in milliseconds since 1970; infinity where nothing asks for one. */
export function nextRun(
  { fresh, due, retryAt, pollAt }: Agenda,
  { quietMs, longestMs }: Gathering,
): number {
  const gathered = fresh && Math.min(fresh.last + quietMs, fresh.first + longestMs);
  // A release goes live a moment after its time: looking at once would be looking too early.
  const dueAndQuiet = due === undefined ? undefined : due + quietMs;
  const never = Number.POSITIVE_INFINITY;
  return Math.min(gathered ?? never, dueAndQuiet ?? never, retryAt ?? never, pollAt ?? never);
}

/** The agenda with a wish that came now. */
export function withFresh(agenda: Agenda, now: number): Agenda {
  return { ...agenda, fresh: { first: agenda.fresh?.first ?? now, last: now } };
}

/** The agenda after the clock was set back or forth by so many milliseconds. */
export function shifted(agenda: Agenda, ms: number): Agenda {
  const { fresh, due, retryAt, pollAt } = agenda;
  return {
    fresh: fresh && { first: fresh.first + ms, last: fresh.last + ms },
    due,
    retryAt: retryAt === undefined ? undefined : retryAt + ms,
    pollAt: pollAt === undefined ? undefined : pollAt + ms,
  };
}
