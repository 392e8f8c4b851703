import { setImmediate as turn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { countTasks, type OnProgress } from '../../lib/progress.ts';
import { fewOf } from '../../lib/text/text.ts';
import { byKind, type EntryKind, type EntryTypes } from '../../model/content/entry-kinds.ts';
import type { GoodRow } from '../read/parse/parse-rows.ts';
import type { Prepare, PreparedEntry, PrepareRows } from '../read/prepared-entry.ts';
import type { RowTypes } from '../read/resources.ts';
import { createEntryAssets, type Mirror } from './assets/mirror.ts';
import type { PrepareOptions } from './context.ts';
import { prepareKind } from './prepare.ts';

/**
 * Maximum number of rows that are prepared at once. Most of the time is spent waiting for
 * downloads, which have their own limit.
 */
const maxConcurrent = 8;

/** Options that all rows share. */
export interface CommonOptions extends Omit<PrepareOptions, 'assets' | 'notes'> {
  mirror: Mirror;
}

/**
 * Creates functions that prepare rows, with limited concurrency, while other rows are still being
 * read.
 */
export function createPrepareRows(options: CommonOptions, onProgress: OnProgress): PrepareRows {
  const limit = pLimit(maxConcurrent);
  const count = countTasks('preparing', onProgress);
  return byKind<PrepareRows>(<K extends EntryKind>(kind: K) => {
    const prepareRow: Prepare<RowTypes[K], EntryTypes[K]> = (good, unchanged) =>
      count(() => limit(() => prepareEntry(good, unchanged, prepareKind[kind], options)));
    return prepareRow;
  });
}

async function prepareEntry<Row extends RowTypes[EntryKind], E>(
  { row, notes: ofRow }: GoodRow<Row>,
  unchanged: boolean,
  prepare: (row: Row, options: PrepareOptions) => Promise<E>,
  options: CommonOptions,
): Promise<PreparedEntry<E>> {
  // Gives other tasks a turn. Without downloads, the code below never waits, and a thousand entries
  // would block the process for seconds.
  await turn();
  const notes = [...ofRow];
  const assets = createEntryAssets(options.mirror, unchanged);
  const entry = await prepare(row, { ...options, notes, assets });
  const { project = null, labels } = row;
  return {
    entry,
    project,
    labels: labels ?? [],
    types: 'changes' in row ? options.types.unlisted(row.changes ?? []) : [],
    notes: fewOf([...new Set(notes)]),
    missing: assets.missing(),
  };
}
