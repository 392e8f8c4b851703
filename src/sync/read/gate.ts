import { hasBegun } from '../../lib/time/days.ts';
import type { ApiRelease } from '../../model/api/rows.ts';

/** The current time, and the zone in which days begin. */
export interface GateClock {
  now: Date;
  timeZone: string;
}

/**
 * Decides whether a release is public; all code must use this check. If a field is missing or null,
 * the release is not public. A release with a day is public when that day has begun. An unchanged
 * row is not checked again, so raise PREPARE_VERSION when this check becomes stricter.
 */
export function isPublicRelease(row: ApiRelease, { now, timeZone }: GateClock): boolean {
  const { status, is_public, released_at, released_on } = row;
  if (status !== 'RELEASED' || is_public !== true || !released_at) return false;
  return released_on
    ? hasBegun(released_on, now, timeZone)
    : Date.parse(released_at) <= now.getTime();
}

/**
 * Says when a release appears that is public later; undefined for all other releases. A release of
 * the API is not named, because it is not public yet, and is only described if it has a day.
 */
export function describeLater(
  row: ApiRelease,
  clock: GateClock & { isOfApi: boolean },
): string | undefined {
  const { status, is_public, released_at, released_on, version, title } = row;
  const isMarked = status === 'RELEASED' && is_public === true && released_at;
  if (!isMarked || isPublicRelease(row, clock)) return undefined;
  const name = clock.isOfApi ? 'A release of the API' : (version ?? title);
  if (released_on)
    return `${name} is dated ${released_on}: it appears with the first sync from the start of that day in ${clock.timeZone} (timeZone in sources.yaml)`;
  const at = new Date(released_at).toISOString();
  return clock.isOfApi
    ? undefined
    : `${name} is dated ${at}: it appears with the first sync after that time`;
}
