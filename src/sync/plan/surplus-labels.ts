import { firstById } from '../../lib/first-by-id.ts';
import type { LabelEntry } from '../../model/content/content.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { limits } from '../../model/limits.ts';

// A label is named by the entries that have it, and one that is kept is not read again: the state
// has the labels for which the table has no room, until those before them go.

/** All labels that content knows. */
export function allLabels(content: {
  labels: readonly LabelEntry[];
  state: Pick<SyncState, 'labels'> | undefined;
}): LabelEntry[] {
  return [...content.labels, ...(content.state?.labels ?? [])];
}

/** Labels as they are shown, and those that are too many. */
export function cutLabels(all: readonly LabelEntry[]) {
  const labels = firstById(all, limits.workspace.labels);
  const shown = new Set(labels);
  return { labels, surplus: all.filter((label) => !shown.has(label)) };
}
