import { firstById } from '../../lib/first-by-id.ts';
import type { LabelEntry } from '../../model/content/content.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { limits } from '../../model/limits.ts';

// The number of labels in the table is limited, and the state keeps the surplus labels. Otherwise,
// the names of these labels would be lost: names come from releases and milestones, which are not
// read again while they are unchanged.

/** All labels in the content, both those in the table and those that exceed its limit. */
export function allLabels(content: {
  labels: readonly LabelEntry[];
  state: Pick<SyncState, 'labels'> | undefined;
}): LabelEntry[] {
  return [...content.labels, ...(content.state?.labels ?? [])];
}

/** Splits labels into those that fit in the table and the surplus. */
export function cutLabels(all: readonly LabelEntry[]) {
  const labels = firstById(all, limits.workspace.labels);
  const inTable = new Set(labels);
  return { labels, surplus: all.filter((label) => !inTable.has(label)) };
}
