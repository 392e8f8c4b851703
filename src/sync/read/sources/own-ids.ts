import { fewOf } from '../../../lib/text/text.ts';
import { byKind, type EntryKind, entryKinds } from '../../../model/content/entry-kinds.ts';
import type { SourceRow } from '../../../sources/source.ts';
import type { Content } from '../../../store/read/read-content.ts';
import { type CollectedByKind, listStaying } from '../decisions.ts';
import { apiName, type Part } from './upstream.ts';

// An id belongs to one source: to the first in `sources.yaml` that has it, even if that source
// cannot be read now.

/**
 * Leaves out rows whose id belongs to another part, and counts them. An id from a path is replaced
 * instead, since several folders may have a file of the same name; the part whose entry is on the
 * site keeps it.
 */
export function settleIds(parts: readonly Part[], { known }: Content): Part[] {
  const listed = new Map(parts.map((part) => [part.name, new Set(listKeys(part, known))]));
  const seen = new Set<string>();
  return parts.map((part) => {
    const { name, rows } = part;
    if (!rows) {
      if (part.failure) for (const key of listed.get(name) ?? []) seen.add(key);
      return part;
    }
    const isOfOther = (kind: EntryKind, id: string) => {
      const key = `${kind}/${id}`;
      const holder = known[kind].get(id)?.from;
      return seen.has(key) || (holder !== name && listed.get(holder)?.has(key) === true);
    };
    const repeated: string[] = [];
    const own = byKind<Record<EntryKind, SourceRow[]>>((kind) => {
      const named = rows[kind].map((row) => {
        const spare = rows.spareIds?.get(row.id);
        return spare !== undefined && isOfOther(kind, row.id) ? { ...row, id: spare } : row;
      });
      return named.filter(({ id }) => {
        const isFirst = !seen.has(`${kind}/${id}`);
        if (!isFirst) repeated.push(id);
        seen.add(`${kind}/${id}`);
        return isFirst;
      });
    });
    for (const { kind, id } of rows.unreadable) seen.add(`${kind}/${id}`);
    if (repeated.length === 0) return { ...part, rows: { ...rows, ...own } };
    const notes = [...rows.notes, describeRepeated(repeated.length, repeated)];
    const count = (rows.repeated ?? 0) + repeated.length;
    return { ...part, rows: { ...rows, ...own, notes, repeated: count } };
  });
}

/** Ids of the entries that an earlier part has as well, for each part. */
export function findRepeated(crawls: readonly CollectedByKind[]): string[][] {
  const seen = new Set<string>();
  return crawls.map((crawled) => {
    const keys = entryKinds.flatMap((kind) =>
      listStaying<unknown>(crawled[kind]).map((id) => [`${kind}/${id}`, id] as const),
    );
    const repeated = keys.flatMap(([key, id]) => (seen.has(key) ? [id] : []));
    for (const [key] of keys) seen.add(key);
    return repeated;
  });
}

/** Describes entries that were left out because of their ids. @param ids those that are known */
export function describeRepeated(count: number, ids: readonly string[] = []): string {
  const named = ids.length > 0 ? ` (${fewOf(ids).join(', ')})` : '';
  return `entries left out, because other entries have the same ids: ${count}${named}. If they come from two changelogs, set "project" for one of them. If one is a Markdown file, set another "id" in that file.`;
}

/** The entries that a part has now or, if it failed, had after the last sync. */
function listKeys({ name, rows, api }: Part, known: Content['known']): string[] {
  return entryKinds.flatMap((kind) => {
    if (rows) return rows[kind].map(({ id }) => `${kind}/${id}`);
    if (api) return [];
    return [...known[kind]].flatMap(([id, { from = apiName }]) =>
      from === name ? `${kind}/${id}` : [],
    );
  });
}
