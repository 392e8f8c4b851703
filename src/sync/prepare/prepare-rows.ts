import { setImmediate as turn } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { LabelRef, ProjectRef } from '../../model/api/rows.ts';
import type { ChangeTypeEntry } from '../../model/content/content.ts';
import { byKind, type EntryKind, type EntryTypes } from '../../model/content/entry-kinds.ts';
import type { MissingAsset } from '../../model/content/sync-cache.ts';
import { entryAssets } from '../assets/entry-assets.ts';
import type { Mirror } from '../assets/mirror.ts';
import type { GoodRow } from '../parse/parse-row.ts';
import { type RowTypes, resources } from '../resources.ts';
import type { PrepareOptions } from './context.ts';
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

export type PrepareRows = { [K in EntryKind]: Prepare<RowTypes[K], EntryTypes[K]> };

/** What all rows are prepared with. */
export interface CommonOptions extends Omit<PrepareOptions, 'assets' | 'notes'> {
  mirror: Mirror;
}

/** Prepares rows while others are still being read, so many at a time. */
export function createPrepareRows(options: CommonOptions, onProgress: OnSyncProgress): PrepareRows {
  const limit = pLimit(preparedAtOnce);
  const count = countTasks('preparing', onProgress);
  return byKind<PrepareRows>(<K extends EntryKind>(kind: K) => {
    const { prepare } = resources[kind];
    const prepareRow: Prepare<RowTypes[K], EntryTypes[K]> = (good, unchanged) =>
      count(() => limit(() => prepared(good, unchanged, prepare, options)));
    return prepareRow;
  });
}

/** Of an entry with more of them the first few say enough. */
const mostNotes = 5;

async function prepared<Row extends RowTypes[EntryKind], E>(
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
