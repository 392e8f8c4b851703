import { matchesGlob } from 'node:path';
import { fewOf } from '../../../lib/text/text.ts';
import { byKind, type EntryKind, entryKinds } from '../../../model/content/entry-kinds.ts';
import type { KnownByKind } from '../../../model/content/sync-state.ts';
import type { Content } from '../../../store/read/read-content.ts';
import { apiName, type Part } from './upstream.ts';

/**
 * Name of the part (source) that each entry belongs to, by kind and id. Undefined if the entry's
 * source is no longer in `sources.yaml`.
 */
export type Owners = Record<EntryKind, ReadonlyMap<string, string | undefined>>;

/**
 * Treats a source as failed if it had entries but now has none, because this is most often a
 * mistake.
 */
export function failIfEmptied(part: Part, { known }: Content): Part {
  const { name, rows } = part;
  if (!rows) return part;
  const had = entryKinds.some((kind) =>
    [...known[kind].values()].some(({ from }) => from === name),
  );
  const isEmpty = entryKinds.every((kind) => rows[kind].length === 0) && !rows.unreadable.length;
  if (!had || !isEmpty) return part;
  const next =
    rows.leftOut > 0
      ? fewOf(rows.notes, 3).join('; ')
      : 'If that is intended, remove the source from sources.yaml.';
  return { name, failure: `the source had entries but now has none. ${next}` };
}

/**
 * An entry belongs to the first part that lists it, or else to the part from which it was last
 * synced. Entries without a recorded source belong to the API, because they were synced before
 * there was a `sources.yaml`.
 */
export function findOwners(parts: readonly Part[], { known }: Content): Owners {
  const names = parts.flatMap(({ name = '' }) => name);
  // If a glob matches no file any more, the entries of the files that it matched before stay.
  const globs = parts.flatMap(({ name = '', failure }) => (failure ? name : []));
  const findOwner = (from: string) =>
    names.find((name) => name === from) ?? globs.find((glob) => matchesGlob(from, glob));
  return byKind<Owners>((kind) => {
    const former = [...known[kind]].map(
      ([id, { from = apiName }]) => [id, findOwner(from)] as const,
    );
    const listed = parts
      .toReversed()
      .flatMap(({ name, rows }) => listIds(rows, kind).map((id) => [id, name] as const));
    return new Map([...former, ...listed]);
  });
}

function listIds(rows: Part['rows'], kind: EntryKind): string[] {
  if (!rows) return [];
  const unreadable = rows.unreadable.filter((one) => one.kind === kind);
  return [...rows[kind], ...unreadable].map(({ id }) => id);
}

/**
 * The records of the entries of one owner.
 * @param isOwner called with the name of an entry's part, and with that of its last source
 */
export function limitToOwner(
  { known }: Content,
  owners: Owners,
  isOwner: (name: string | undefined, from: string | undefined) => boolean,
): KnownByKind {
  return byKind<KnownByKind>((kind) => {
    const own = [...known[kind]].filter(([id, { from }]) => isOwner(owners[kind].get(id), from));
    return new Map(own);
  });
}
