import type { FoundResource } from '../../client/client.ts';
import { startOfDay } from '../../lib/time/days.ts';
import { ApiRelease, RowTime } from '../../model/api/rows.ts';
import type { ReleaseVisibility } from '../../model/release-visibility.ts';
import { type GateClock, isPublicRelease } from './gate.ts';
import { parseRow } from './parse/parse-rows.ts';
import { resources } from './resources.ts';

const Row = ApiRelease.extend({ scheduled_at: RowTime.nullish() });

/**
 * Explains why a release that an event announced is not in the list, from the API's answer for its
 * id. The result is `not-yet` if the release may appear in the list later, for example because it
 * is scheduled. It is `not-public` for a private, draft or deleted release.
 */
export function explainVisibility(result: FoundResource, clock: GateClock): ReleaseVisibility {
  const { now, timeZone } = clock;
  if (result.kind === 'missing') return { kind: 'not-public', why: 'the API does not have it' };
  const { good } = parseRow({ ...resources.releases, schema: Row }, result.value);
  if (!good) return { kind: 'not-yet', why: 'its record cannot be read' };
  const { status, is_public, scheduled_at, released_at, released_on } = good.row;
  if (is_public !== true) return { kind: 'not-public', why: 'it is not marked public' };
  if (status === 'SCHEDULED') return notYet('it is scheduled', scheduled_at, now);
  if (status !== 'RELEASED') return { kind: 'not-public', why: 'it is not released' };
  if (isPublicRelease(good.row, clock))
    return { kind: 'not-yet', why: 'it is public, but not in the list yet' };
  const at = released_on ? startOfDay(released_on, timeZone).toISOString() : released_at;
  return notYet('its release date is in the future by this machine’s clock', at, now);
}

function notYet(why: string, time: string | null | undefined, now: Date): ReleaseVisibility {
  const at = new Date(time ?? Number.NaN);
  return at > now ? { kind: 'not-yet', why, at } : { kind: 'not-yet', why };
}
