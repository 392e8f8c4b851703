import { ApiError } from '../client/api-error.ts';
import type { Records } from '../client/endpoints.ts';
import { UnreadableRow } from '../client/walk.ts';
import { digestOf } from '../lib/digest.ts';
import type { EntryKind } from '../model/content/entry-kinds.ts';
import { limits } from '../model/limits.ts';
import type { SourceRow, SourceRows, UnreadableEntry } from './source.ts';

/**
 * Serves the rows of a source through the interface of the API client. A request for a record whose
 * file is unreadable throws.
 * @param isKnown whether the content folder has an entry for this id
 */
export function createRowsApi(
  rows: SourceRows,
  isKnown: (kind: EntryKind, id: string) => boolean,
): Records {
  const byId: Record<EntryKind, Map<string, SourceRow>> = {
    releases: new Map(rows.releases.map((row) => [row.id, row])),
    milestones: new Map(rows.milestones.map((row) => [row.id, row])),
  };
  const unreadable = new Map(rows.unreadable.map((one) => [`${one.kind}/${one.id}`, one]));
  return {
    baseUrl: 'sources.yaml',
    list: async (name, filters, readPage) => {
      if (name === 'projects') return { rows: [], state: 'complete' };
      const conditions = Object.entries(filters);
      const listed = rows[name].filter((row) =>
        conditions.every(([field, value]) => String(row[field]) === value),
      );
      const pages = Map.groupBy(listed, (_, index) => Math.floor(index / limits.limit));
      const read = Array.from(pages.values(), (page) => readPage(digestOf(page), () => page));
      const unread = rows.unreadable.filter(({ kind, id }) => kind === name && !isKnown(kind, id));
      return {
        rows: [...read.flat(), ...unread.map((one) => new UnreadableRow(errorOf(one), one.id))],
        state: 'complete',
      };
    },
    byId: async (name, id) => {
      const why = unreadable.get(`${name}/${id}`);
      if (why) throw errorOf(why);
      const value = byId[name].get(id);
      if (value) return { kind: 'found', value };
      // The id in an unreadable file may be wrong, so any missing record may be in that file.
      const other = rows.unreadable.find((one) => one.kind === name && !isKnown(name, one.id));
      if (other) throw errorOf(other);
      return { kind: 'missing' };
    },
  };
}

function errorOf({ file, why, next }: UnreadableEntry): ApiError {
  const request = { method: 'Reading', url: file, attempts: 1 };
  const what = why.replace(`${file}, `, '').replace(/\.+$/, '');
  return new ApiError(request, what, next ?? 'Correct the file, then sync again.');
}
