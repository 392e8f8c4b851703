import type { FoundResource } from '../../client/client.ts';
import { ApiRelease, RowTime } from '../../model/api/rows.ts';
import type { ReleaseVisibility } from '../../model/release-visibility.ts';
import { parseRow } from '../parse/parse-row.ts';
import { resources } from '../resources.ts';
import { isPublicRelease } from './gate.ts';

const Row = ApiRelease.extend({ scheduled_at: RowTime.nullish() });

/**
 * How a release stands that an event told of and that no list has shown: what the API says when
 * it is asked for it by its id. A list that lags and a clock that is slow are reasons to look
 * again; a release that is private, a draft or gone is none.
 */
export function visibilityOf(found: FoundResource, now: Date): ReleaseVisibility {
  if (found.kind === 'missing') return { kind: 'not-public', why: 'the API does not know it' };
  const parsed = parseRow(Row, found.value, resources.releases.vital);
  if (parsed.kind === 'bad') return { kind: 'not-yet', why: 'its record cannot be read' };
  const { status, is_public, scheduled_at, released_at } = parsed.row;
  if (is_public !== true) return { kind: 'not-public', why: 'it is not marked public' };
  if (status === 'SCHEDULED') return later('it is scheduled', scheduled_at, now);
  if (status !== 'RELEASED') return { kind: 'not-public', why: 'it is not released' };
  if (isPublicRelease(parsed.row, now))
    return { kind: 'not-yet', why: 'it is public by its id, but stands in no list yet' };
  return later('its release date has not come by the clock of this machine', released_at, now);
}

function later(why: string, time: string | null | undefined, now: Date): ReleaseVisibility {
  const at = new Date(time ?? Number.NaN);
  return at > now ? { kind: 'not-yet', why, at } : { kind: 'not-yet', why };
}
