import { firstById } from '../../lib/first-by-id.ts';
import type { LabelEntry } from '../../model/content/content.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { limits } from '../../model/limits.ts';

// Only entries name labels, and an unchanged entry is not read again. So the state keeps the labels
// that exceed the table's limit, until the table has room for them.

/** All labels in the content, shown or not. */
export function allLabels(content: {
  labels: readonly LabelEntry[];
  state: Pick<SyncState, 'labels'> | undefined;
}): LabelEntry[] {
  return [...content.labels, ...(content.state?.labels ?? [])];
}

/** Splits labels into those that the table has room for and the rest. */
export function cutLabels(all: readonly LabelEntry[]) {
  const labels = firstById(all, limits.workspace.labels);
  const inTable = new Set(labels);
  return { labels, surplus: all.filter((label) => !inTable.has(label)) };
}
