import { expect } from 'vitest';
import { digest } from '../../../src/lib/digest.ts';

/** The files of a content folder, by path. */
export type Files = Record<string, string>;

interface Row {
  id: string;
}
interface Entry extends Row {
  project: string | null;
  labels: string[];
  changes?: { type: string | null }[];
}

const table = (files: Files, path: string) => JSON.parse(files[path] ?? 'null');
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

/** Asserts that content is consistent: no broken references, and a state that lists every file. */
export function expectWhole({ '.sync.json': state = '', ...files }: Files): void {
  const known = JSON.parse(state);
  expect(Object.keys(known.files).sort()).toEqual(Object.keys(files).sort());
  for (const [path, text] of Object.entries(files))
    expect(digest(text).startsWith(known.files[path])).toBe(true);
  expect(Object.keys(known.releases)).toEqual(Object.keys(known.releases).sort());
  const paths = Object.keys(files).filter((path) => path.startsWith('releases/'));
  expect(paths).toHaveLength(Object.keys(known.releases).length);
  const types: { slug: string }[] = table(files, 'workspace.json').change_types;
  for (const [id, { slug }] of Object.entries<{ slug: string }>(known.releases)) {
    const entry: Entry = table(files, `releases/${slug}.json`);
    expect(entry).toMatchObject({ id, slug });
    expect(idsOf(table(files, 'labels.json'))).toEqual(expect.arrayContaining(entry.labels));
    if (entry.project) expect(idsOf(table(files, 'projects.json'))).toContain(entry.project);
    const used = entry.changes?.flatMap(({ type }) => type ?? []) ?? [];
    expect(types.map((type) => type.slug)).toEqual(expect.arrayContaining(used));
  }
}

/** Asserts that no file was removed, and that only these releases were changed or added. */
export function expectOnly(ids: readonly string[], before: Files, after: Files): void {
  const shared = new Set(['.sync.json', 'labels.json', 'projects.json', 'release-log.json']);
  for (const path of Object.keys({ ...before, ...after })) {
    if (shared.has(path) || before[path] === after[path]) continue;
    expect(ids).toContain(table(after, path)?.id);
    expect(table(before, path)?.id ?? table(after, path).id).toBe(table(after, path).id);
  }
  for (const path of ['labels.json', 'projects.json'])
    expect(table(after, path)).toEqual(expect.arrayContaining(table(before, path)));
}
