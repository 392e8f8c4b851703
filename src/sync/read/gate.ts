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

/** The day of a release that is public when that day begins; undefined for all other releases. */
export function laterDay(row: ApiRelease, clock: GateClock): string | undefined {
  const { status, is_public, released_at, released_on } = row;
  const isLater = status === 'RELEASED' && is_public === true && released_at;
  return isLater && released_on && !isPublicRelease(row, clock) ? released_on : undefined;
}

/** Says when a release of a later day appears. `what` is its name */
export function describeLater(what: string, day: string, timeZone: string): string {
  return `${what} is dated ${day}: it appears with the first sync from the start of that day in ${timeZone} (timeZone in sources.yaml)`;
}

/** The same for releases of the API, which are not named because they are not public yet. */
export function describeLaterOfApi(days: readonly string[], timeZone: string): string[] {
  return [...new Set(days)].map((day) => describeLater('A release of the API', day, timeZone));
}

/** Whether a milestone, or another row without a release date, is public. */
export function isMarkedPublic(row: { is_public?: boolean | null | undefined }): boolean {
  return row.is_public === true;
}
