import { listAll } from '../../../../src/sync/read/collect.ts';
import type { WindowRow } from '../../../../src/sync/read/windows/read-window.ts';
import { lyingList, type Manners, type ModelRow } from './lying-list.ts';

/** Reads a list with windows of this size through `listAll`. */
export async function readModel(
  { rows, size }: { rows: ModelRow[]; size: number },
  manners: Manners,
) {
  const list = lyingList(rows, size, manners);
  const { rows: got, ...listing } = await listAll({
    api: list.api,
    name: 'releases',
    filters: {},
    readPage: (_digest, page) => page() as WindowRow[],
    projects: async () => ({ rows: [{ id: 'p' }, { id: 'q' }], state: 'complete' }),
    labels: [{ id: 'a' }, { id: 'b' }],
  });
  const ids = new Set(got.flatMap((one) => ('id' in one ? (one.id ?? []) : [])));
  const missing = rows.filter(({ id }) => !ids.has(id));
  // If `listAll` sees no row without a project or label, it assumes that there is none.
  const isHonest = listing.full.length > 0 || missing.every((one) => !one.project || !one.label);
  return { list, ids, missing, isHonest, full: listing.full };
}
