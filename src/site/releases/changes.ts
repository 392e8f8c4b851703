import { hash } from 'node:crypto';
import type { EntryChange, ReleaseEntry, WorkspaceEntry } from '../../model/content/content.ts';
import { textOfHtml } from '../base/html/sections.ts';

/** The changes of one type, in the order of the release. */
export interface ChangeGroup {
  /** Slug of one of the workspace's types; null for changes of none that it knows. */
  type: string | null;
  changes: PlacedChange[];
}

/** A change on its release's page. */
export interface PlacedChange {
  html: string;
  /** Its id there: the same for as long as it is the same change, whatever stands before it. */
  anchor: string;
  /** 1 for the first that stands there. */
  position: number;
}

/** Changes by type, in the workspace's order; those without a known type last, empty groups left out. */
export function groupedChanges(
  { changes }: Pick<ReleaseEntry, 'changes'>,
  types: WorkspaceEntry['change_types'],
): ChangeGroup[] {
  const known = new Set(types.map(({ slug }) => slug));
  const typeOf = ({ type }: EntryChange) => (type !== null && known.has(type) ? type : null);
  const byType = Map.groupBy(changes, typeOf);
  const anchors = anchorsOf(changes);
  let position = 0;
  const placed = (change: EntryChange) => {
    position += 1;
    return { html: change.html, anchor: anchors.get(change) ?? '', position };
  };
  return [...known, null].flatMap((type) => {
    const ofType = byType.get(type);
    return ofType ? [{ type, changes: ofType.map(placed) }] : [];
  });
}

/**
 * What leads to a change by its place among the others, which moves when one is put before it:
 * links from before changes had names of their own.
 */
export function placeAnchor(position: number): string {
  return `change-${position}`;
}

/** Of the API's id where there is one, else of type and text; those that are alike are counted. */
function anchorsOf(changes: readonly EntryChange[]): Map<EntryChange, string> {
  const counts = new Map<string, number>();
  return new Map(
    changes.map((change) => {
      const { id, type, html } = change;
      const name = `change-${short(id ? ['id', id] : ['text', type, textOfHtml(html)])}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [change, count === 1 ? name : `${name}-${count}`];
    }),
  );
}

function short(value: unknown): string {
  return hash('sha256', JSON.stringify(value)).slice(0, 8);
}
