import { createApi } from '../../client/endpoints.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { ReleaseVisibility } from '../../model/release-visibility.ts';
import { releaseIds } from '../../store/read/read-state.ts';
import { visibilityOf } from '../../sync/read/visibility.ts';
import { type ApiSettings, connect } from './connect.ts';

interface LookUpOptions {
  api: ApiSettings;
  contentDir: string;
}

/**
 * How releases stand after a sync: those that it did not bring are asked for by their ids. One
 * that could not be asked for is left out, as it is no reason for a good sync to fail.
 */
export async function targetStatus(
  ids: readonly string[],
  { api, contentDir }: LookUpOptions,
): Promise<Map<string, ReleaseVisibility>> {
  const listed = ids.length > 0 ? await releaseIds(contentDir) : new Set<string>();
  await using client = connect(api);
  const { byId } = createApi(client);
  const asked = ids.map(async (id): Promise<[string, ReleaseVisibility][]> => {
    if (listed.has(id)) return [[id, { kind: 'public' }]];
    try {
      return [[id, visibilityOf(await byId('releases', id), systemClock.now())]];
    } catch {
      return [];
    }
  });
  return new Map((await Promise.all(asked)).flat());
}
