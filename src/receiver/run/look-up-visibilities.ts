import { createApi } from '../../client/endpoints.ts';
import { defaultTimeZone } from '../../config/time-zone.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { ReleaseVisibility } from '../../model/release-visibility.ts';
import { releaseIds } from '../../store/read/read-state.ts';
import { explainVisibility } from '../../sync/read/visibility.ts';
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
