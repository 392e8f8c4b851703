import type { EntryChange, ReleaseEntry, WorkspaceEntry } from '../model/content.ts';

/** The changes of one type, in the order of the release. */
export interface ChangeGroup {
  /** Slug of one of the workspace's types; null for changes of none that it knows. */
  type: string | null;
  changes: {
    html: string;
    /** Id of the change on the release's page: `change-1` is the first that stands there. */
    anchor: string;
  }[];
}

/** Changes by type, in the workspace's order; those without a known type last, empty groups left out. */
export function groupedChanges(
  { changes }: Pick<ReleaseEntry, 'changes'>,
  types: WorkspaceEntry['change_types'],
): ChangeGroup[] {
  const known = new Set(types.map(({ slug }) => slug));
  const typeOf = ({ type }: EntryChange) => (type !== null && known.has(type) ? type : null);
  const byType = Map.groupBy(changes, typeOf);
  let number = 0;
  const numbered = ({ html }: EntryChange) => {
    number += 1;
    return { html, anchor: `change-${number}` };
  };
  return [...known, null].flatMap((type) => {
    const ofType = byType.get(type);
    return ofType ? [{ type, changes: ofType.map(numbered) }] : [];
  });
}
