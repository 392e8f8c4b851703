import type { ReleaseVisibility } from '../../model/release-visibility.ts';
import type { PendingEvent, Resolution } from '../inbox/event.ts';

/** How long an event's release is looked for that the API keeps from showing, in milliseconds. */
const longestWait = 24 * 60 * 60_000;

/**
 * A pending event is fulfilled when its release was seen public, or its id says that it is not. Only runs
 * that did not fail count as looking, so that no outage makes a pending event be given up.
 */
export function resolveEvent(
  event: PendingEvent,
  visibility: ReleaseVisibility | undefined,
  now: Date,
): Resolution {
  if (event.release_id === null) return { kind: 'fulfilled' };
  const seen = visibility ?? unknown;
  if (seen.kind === 'public') return { kind: 'fulfilled' };
  const { why } = seen;
  if (seen.kind === 'not-public') return { kind: 'void', why };
  if (seen.at && seen.at > now) return { kind: 'moved', why, at: seen.at };
  const since = event.first_look_at ? Date.parse(event.first_look_at) : now.getTime();
  return now.getTime() - since < longestWait
    ? { kind: 'open', why }
    : { kind: 'given-up', why: `it was looked for over 24 hours, and ${why}` };
}

const unknown: ReleaseVisibility = { kind: 'not-yet', why: 'the API could not be asked for it' };
