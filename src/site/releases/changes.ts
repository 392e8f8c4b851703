import { hash } from 'node:crypto';
import type { EntryChange, ReleaseEntry, WorkspaceEntry } from '../../model/content/content.ts';
import { textOfHtml } from '../base/html/sections.ts';

/** A change on its release's page. */
export interface PlacedChange {
  html: string;
  /** The id of the change's element. It stays the same when other changes are added or moved. */
  anchor: string;
  /** Counted from 1 on the page. */
  position: number;
}

/**
 * Changes by type. Types of the API are first, in its order; then types of files, in the order of
 * the release. The group of unknown types is last. There are no empty groups.
 */
export function groupedChanges(
  { changes }: Pick<ReleaseEntry, 'changes'>,
  types: WorkspaceEntry['change_types'],
) {
  const known = new Set(types.map(({ slug }) => slug));
  const typeOf = ({ type }: EntryChange) => (type !== null && known.has(type) ? type : null);
  const byType = Map.groupBy(changes, typeOf);
  const anchors = anchorsOf(changes);
  let position = 0;
  const placed = (change: EntryChange) => {
    position += 1;
    return { html: change.html, anchor: anchors.get(change) ?? '', position };
  };
  const ofApi = types.flatMap(({ id, slug }) => (id === undefined ? [] : [slug]));
  const inOrder = new Set<string | null>([...ofApi, ...byType.keys()]);
  inOrder.delete(null);
  return [...inOrder, null].flatMap((type) => {
    const ofType = byType.get(type);
    return ofType ? [{ type, changes: ofType.map(placed) }] : [];
  });
}

/**
 * An anchor from the position of a change, for links from before `PlacedChange.anchor` existed. It
 * points to another change if changes before it are added or removed.
 */
export function placeAnchor(position: number): string {
  return `change-${position}`;
}

type Anchors = ReadonlyMap<EntryChange, string>;

/** A release is shown in several documents, and each digest takes a microsecond. */
const known = new WeakMap<readonly EntryChange[], Anchors>();

/**
 * Derives anchors from the changes' ids in the API or, without an id, from type and text. Repeated
 * anchors get a number.
 */
export function anchorsOf(changes: readonly EntryChange[]): Anchors {
  const anchors = known.get(changes) ?? deriveAnchors(changes);
  known.set(changes, anchors);
  return anchors;
}

function deriveAnchors(changes: readonly EntryChange[]): Anchors {
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
