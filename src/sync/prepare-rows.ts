import pLimit from 'p-limit';
import type { MilestoneEntry, ReleaseEntry } from '../model/content.ts';
import type { LabelRow, MilestoneRow, ProjectRow, ReleaseRow } from '../model/rows.ts';
import type { Mirror } from './mirror.ts';
import { type PrepareOptions, prepareMilestone, prepareRelease } from './prepare.ts';
import { counted, type OnProgress } from './progress.ts';

/** Preparing waits for pictures; more at once would only wait together. */
const preparedAtOnce = 8;

/** A row's entry, and what of the row is still needed once its body can be let go. */
export interface Prepared<E> {
  /** Its slug is the one that the row asks for, empty where it asks for none. */
  entry: E;
  project: ProjectRow | null;
  labels: LabelRow[];
  /** Something was missing that another sync may get: it prepares the entry again. */
  again: boolean;
}

export type Prepare<Row, E> = (row: Row) => Promise<Prepared<E>>;

export interface PrepareRows {
  release: Prepare<ReleaseRow, ReleaseEntry>;
  milestone: Prepare<MilestoneRow, MilestoneEntry>;
}

/** Prepares rows while others are still being read, so many at a time. */
export function createPrepareRows(options: PrepareOptions, onProgress: OnProgress): PrepareRows {
  const limit = pLimit(preparedAtOnce);
  const count = counted('preparing', onProgress);
  const rowsBy =
    <Row extends ReleaseRow | MilestoneRow, E>(
      prepare: (row: Row, options: PrepareOptions) => Promise<E>,
    ): Prepare<Row, E> =>
    (row) =>
      count(() => limit(() => prepared(row, prepare, options)));
  return { release: rowsBy(prepareRelease), milestone: rowsBy(prepareMilestone) };
}

/** Notes whether something was missing that another sync may get. */
async function prepared<Row extends ReleaseRow | MilestoneRow, E>(
  row: Row,
  prepare: (row: Row, options: PrepareOptions) => Promise<E>,
  options: PrepareOptions,
): Promise<Prepared<E>> {
  const { mirror } = options;
  let again = false;
  const fetch: Mirror['fetch'] = async (address, kind) => {
    const asset = await mirror.fetch(address, kind);
    again ||= !asset && mirror.mayPass(address, kind);
    return asset;
  };
  const entry = await prepare(row, { ...options, mirror: { ...mirror, fetch } });
  return { entry, project: row.project ?? null, labels: row.labels ?? [], again };
}
