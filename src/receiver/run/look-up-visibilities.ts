import type { FoundResource } from '../../client/client.ts';
import { createApi } from '../../client/endpoints.ts';
import { defaultTimeZone } from '../../config/time-zone.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { startOfDay } from '../../lib/time/days.ts';
import { ApiRelease, RowTime } from '../../model/api/rows.ts';
import type { ReleaseVisibility } from '../../model/release-visibility.ts';
import { releaseIds } from '../../store/read/read-state.ts';
import { type GateClock, isPublicRelease } from '../../sync/read/gate.ts';
import { parseRow } from '../../sync/read/parse/parse-rows.ts';
import { resources } from '../../sync/read/resources.ts';
import { type ApiSettings, connect } from '../../sync/run/connect.ts';

/**
 * Looks up the visibility of releases after a sync. Releases in the content folder are public;
 * other releases are requested from the API by id. If the request for a release fails, the result
 * lacks this release, and the sync still succeeds. Without an API, the sources were read whole.
 */
export async function lookUpVisibilities(
  ids: readonly string[],
  { api, contentDir }: { api: ApiSettings | undefined; contentDir: string },
): Promise<Map<string, ReleaseVisibility>> {
  const listed = ids.length > 0 ? await releaseIds(contentDir) : new Set<string>();
  await using client = api && connect(api);
  const byId = client && createApi(client).byId;
  const lookUps = ids.map(async (id): Promise<[string, ReleaseVisibility][]> => {
    if (listed.has(id)) return [[id, { kind: 'public' }]];
    if (!byId) return [[id, { kind: 'not-public', why: 'no source has it' }]];
    try {
      const clock = { now: systemClock.now(), timeZone: defaultTimeZone };
      return [[id, explainVisibility(await byId('releases', id), clock)]];
    } catch {
      return [];
    }
  });
  return new Map((await Promise.all(lookUps)).flat());
}

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
