import type { ReleaseVisibility } from '../../model/release-visibility.ts';
import type { PendingEvent, Resolution } from '../inbox/event.ts';

const giveUpAfterMs = 24 * 60 * 60_000;

/**
 * Decides the next state of a pending event by the visibility of its release. Not called after
 * failed runs, so an outage of the API does not make Waymark give up an event.
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
  return now.getTime() - since < giveUpAfterMs
    ? { kind: 'open', why }
    : { kind: 'given-up', why: `it was not on the site after 24 hours: ${why}` };
}

const unknown: ReleaseVisibility = { kind: 'not-yet', why: 'the API could not be reached' };
