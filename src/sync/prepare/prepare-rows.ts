import { setImmediate as turn } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { ApiMilestone, ApiRelease, LabelRef, ProjectRef } from '../../model/api/rows.ts';
import type { ChangeTypeEntry, MilestoneEntry, ReleaseEntry } from '../../model/content/content.ts';
import type { MissingAsset } from '../../model/content/sync-cache.ts';
import { entryAssets } from '../assets/entry-assets.ts';
import type { Mirror } from '../assets/mirror.ts';
import type { GoodRow } from '../parse/parse-row.ts';
import type { PrepareOptions } from './context.ts';
import { prepareMilestone, prepareRelease } from './prepare.ts';
import { countTasks, type OnSyncProgress } from './progress.ts';

/** Preparing waits for pictures; more at once would only wait together. */
const preparedAtOnce = 8;

/** A row's entry, and what of the row is still needed once its body can be let go. */
export interface PreparedEntry<E> {
  /** Its slug is the one that it asks for. */
  entry: E;
  project: ProjectRef | null;
  labels: LabelRef[];
  /** Of its changes, those that the workspace does not list, in its own form. */
  types: ChangeTypeEntry[];
  /** In words: what could not be shown as it came. */
  notes: string[];
  /** What it shows no copy of. */
  missing: MissingAsset[];
}

/** @param unchanged the row is as it was: copies of pictures that are there already will do */
export type Prepare<Row, E> = (good: GoodRow<Row>, unchanged: boolean) => Promise<PreparedEntry<E>>;

export interface PrepareRows {
  release: Prepare<ApiRelease, ReleaseEntry>;
  milestone: Prepare<ApiMilestone, MilestoneEntry>;
}

/** What all rows are prepared with. */
export interface CommonOptions extends Omit<PrepareOptions, 'assets' | 'notes'> {
  mirror: Mirror;
}

/** Prepares rows while others are still being read, so many at a time. */
export function createPrepareRows(options: CommonOptions, onProgress: OnSyncProgress): PrepareRows {
  const limit = pLimit(preparedAtOnce);
  const count = countTasks('preparing', onProgress);
  const rowsBy =
    <Row extends ApiRelease | ApiMilestone, E>(
      prepare: (row: Row, options: PrepareOptions) => Promise<E>,
    ): Prepare<Row, E> =>
    (good, unchanged) =>
      count(() => limit(() => prepared(good, unchanged, prepare, options)));
  return { release: rowsBy(prepareRelease), milestone: rowsBy(prepareMilestone) };
}

/** Of an entry with more of them the first few say enough. */
const mostNotes = 5;

async function prepared<Row extends ApiRelease | ApiMilestone, E>(
  { row, notes: ofRow }: GoodRow<Row>,
  unchanged: boolean,
  prepare: (row: Row, options: PrepareOptions) => Promise<E>,
  options: CommonOptions,
): Promise<PreparedEntry<E>> {
  // Without pictures nothing is waited for, and a thousand entries would hold the process for
  // seconds, in which the receiver takes no delivery.
  await turn();
  const notes = [...ofRow];
  const assets = entryAssets(options.mirror, unchanged);
  const entry = await prepare(row, { ...options, notes, assets });
  const { project = null, labels } = row;
  return {
    entry,
    project,
    labels: labels ?? [],
    types: 'changes' in row ? options.types.unlisted(row.changes ?? []) : [],
    notes: [...new Set(notes)].slice(0, mostNotes),
    missing: assets.missing(),
  };
}
