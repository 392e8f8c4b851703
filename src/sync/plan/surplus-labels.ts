import { firstById } from '../../lib/first-by-id.ts';
import type { LabelEntry } from '../../model/content/content.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { limits } from '../../model/limits.ts';

// The API lists no labels, so they are only known from entries, and an unchanged entry is not read
// again. So the state keeps the labels that exceed the table's limit, until the table has room for
// them.

/** All labels in the content, both those in the table and those that exceed its limit. */
export function allLabels(content: {
  labels: readonly LabelEntry[];
  state: Pick<SyncState, 'labels'> | undefined;
}): LabelEntry[] {
  return [...content.labels, ...(content.state?.labels ?? [])];
}

/** Splits labels into those for which the table has room, and the others. */
export function cutLabels(all: readonly LabelEntry[]) {
  const labels = firstById(all, limits.workspace.labels);
  const inTable = new Set(labels);
  return { labels, surplus: all.filter((label) => !inTable.has(label)) };
}
