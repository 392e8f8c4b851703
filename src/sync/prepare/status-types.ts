import { foldName, oneLine } from '../../lib/text/text.ts';
import type { WorkspaceTypes } from '../read/parse/parse-workspace.ts';
import { readColour } from './tables.ts';

export type StatusTypes = ReturnType<typeof createStatusTypes>;

/**
 * Finds the title of a milestone's status. The status should be the title of a status type, but
 * another API may send the type's id, or different upper and lower case. Any other value is used as
 * the title.
 */
export function createStatusTypes({ roadmap_status_types }: WorkspaceTypes) {
  const own = (roadmap_status_types ?? []).map(({ id, title, color, stage }) => ({
    id: id ?? '',
    entry: { title: oneLine(title), color: readColour(color), stage: oneLine(stage ?? '') },
  }));
  // Exact matches take precedence over matches that ignore case, because two titles may differ only
  // in case.
  const titles = own.map(({ entry }) => [entry.title, entry.title] as const);
  const ids = own.map(({ id, entry }) => [id, entry.title] as const);
  const exact = new Map([...ids, ...titles]);
  const folded = new Map([...ids, ...titles].map(([key, title]) => [foldName(key), title]));

  return {
    /** Title of a milestone's status; null if the milestone has none. */
    resolve: (status: string | null | undefined) => {
      const text = oneLine(status ?? '');
      if (text === '') return null;
      return exact.get(text) ?? folded.get(foldName(text)) ?? text;
    },
    /** The id of the type with this title, if there is one. */
    findId: (title: string | null) =>
      own.find(({ entry }) => entry.title === title)?.id || undefined,
    /** The types with these titles, in the workspace's order. */
    table: (used: ReadonlySet<string | null>) =>
      own.map(({ entry }) => entry).filter(({ title }) => used.has(title)),
  };
}
