import type { Api } from '../../client/endpoints.ts';
import type { ApiRelease } from '../../model/api/rows.ts';
import type { ReleaseEntry } from '../../model/content/content.ts';
import type { PreparedEntry } from '../prepare/prepare-rows.ts';
import { decideById } from '../read/decide-entry.ts';
import type { DecideOptions, Judging } from '../read/judge-row.ts';
import { createReadAhead } from '../read/read-ahead.ts';
import { resources } from '../resources.ts';
import { Unusual } from './unusual.ts';

/** A public release as the API shows it. */
export interface ReadRelease {
  id: string;
  /** The digest of what its entry is made from. */
  source: string;
  /** Missing where the entry that is there is still right. */
  prepared: PreparedEntry<ReleaseEntry> | undefined;
}

interface ReadOptions extends Omit<DecideOptions, 'onUnreadable' | 'full'> {
  api: Api;
  prepare: Judging<ApiRelease, ReleaseEntry>['prepare'];
}

/**
 * Reads releases by their ids, through the gate that all rows pass. Gives those that are public.
 * @throws Unusual where none is, or where one that stands in the content is not any more
 */
export async function readReleases(
  ids: readonly string[],
  { api, prepare, ...options }: ReadOptions,
): Promise<ReadRelease[]> {
  const judging: Judging<ApiRelease, ReleaseEntry> = {
    resource: resources.releases,
    prepare,
    ahead: createReadAhead((id) => api.byId('releases', id)),
    options: {
      ...options,
      full: false,
      onUnreadable: ({ message }) => {
        throw new Unusual(`a record cannot be read: ${message}`);
      },
    },
  };
  const decided = await Promise.all(ids.map((id) => decideById(id, judging)));
  const read = decided.flatMap((decision, index): ReadRelease[] => {
    if (decision.kind === 'fresh') return [{ prepared: undefined, ...decision }];
    if (Object.hasOwn(options.known, ids[index] ?? ''))
      throw new Unusual(`a release that was public is so no more, or cannot be read`);
    return [];
  });
  if (read.length === 0) throw new Unusual('none of the releases is public yet');
  return read;
}
