import { byKind, type EntryKind, entryKinds } from '../../model/content/entry-kinds.ts';
import type { EntryChanges } from '../../sync/write/report/change-lines.ts';
import type { EntryLine } from '../../sync/write/report/report.ts';

/** Texts of content files at one commit, by path. */
export type ContentFiles = ReadonlyMap<string, string>;

type Row = EntryLine & { id: string };

/**
 * The changes of entries between two commits.
 * @param before the changed files at the first commit
 * @param after the same files at the second commit, which may contain anything
 */
export function contentChanges(before: ContentFiles, after: ContentFiles): EntryChanges {
  return byKind<EntryChanges>((kind) => changesOf(kind, before, after));
}

const ofEntry = new RegExp(`^(${entryKinds.join('|')})/([^/]+)\\.json$`);

/** Folder and slug of an entry's file; undefined for other files. */
export function entryOf(path: string): { folder: EntryKind; slug: string } | undefined {
  const [, folder, slug] = path.match(ofEntry) ?? [];
  return folder && slug ? { folder: folder as EntryKind, slug } : undefined;
}

function changesOf(
  folder: EntryKind,
  before: ContentFiles,
  after: ContentFiles,
): EntryChanges[EntryKind] {
  const [was, is] = [rowsIn(folder, before), rowsIn(folder, after)];
  const staying = [...is.values()].flatMap((row) => {
    const from = was.get(row.id)?.slug;
    return from === undefined ? [] : [{ ...row, from }];
  });
  return {
    added: [...is.values()].filter(({ id }) => !was.has(id)),
    changed: staying.filter(({ from, slug }) => from === slug).map(({ from, ...row }) => row),
    moved: staying.filter(({ from, slug }) => from !== slug),
    removed: [...was.values()].filter(({ id }) => !is.has(id)),
  };
}

function rowsIn(folder: EntryKind, files: ContentFiles): Map<string, Row> {
  const rows = [...files].flatMap(([path, text]): [string, Row][] => {
    const entry = entryOf(path);
    if (entry?.folder !== folder) return [];
    const { id = path, title = '' } = fieldsOf(text);
    return [[String(id), { id: String(id), slug: entry.slug, title: String(title) }]];
  });
  return new Map(rows);
}

/**
 * The id and title of an entry. Empty if the text is not a JSON object: only the build reports such
 * a file.
 */
function fieldsOf(text: string): { id?: unknown; title?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
