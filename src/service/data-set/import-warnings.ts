import { Colour } from '../contract/inputs.ts';
import { wordsOf } from '../database/engine.ts';
import type { Db } from '../database/schema.ts';
import { ownFiles } from '../resources/referred-files.ts';
import type { DataSetFiles } from './read.ts';
import type { DataSet } from './schema.ts';
import { partsOf } from './steps.ts';

// Finds values in a data set that the API would reject. Exports of older services and data from
// other sources may contain them, so the import only reports them.

export type ImportWarnings = ReturnType<typeof findImportWarnings>;

export function findImportWarnings(data: DataSet) {
  const { releases, milestones, workspace } = data;
  const { projects, labels } = partsOf(data);
  return {
    /** Ids that share a slug, by collection and slug. */
    sharedSlugs: found([
      ['releases', sharedIn(releases)],
      ['milestones', sharedIn(milestones)],
      ['projects', sharedIn(projects)],
      ['labels', sharedIn(labels)],
    ]),
    /** Invalid colours, by collection and id of the resource. */
    noColours: found([
      ['labels', noColoursIn(labels)],
      ['change types', noColoursIn(workspace.release_change_types)],
      ['status types', noColoursIn(workspace.roadmap_status_types)],
    ]),
  };
}

function sharedIn(all: readonly { id: string; slug: string }[]): Map<string, string[]> {
  const bySlug = new Map<string, Set<string>>();
  for (const { id, slug } of all) bySlug.set(slug, (bySlug.get(slug) ?? new Set()).add(id));
  return new Map(
    [...bySlug].flatMap(([slug, ids]) => (ids.size > 1 ? [[slug, [...ids]] as const] : [])),
  );
}

function noColoursIn(all: readonly { id: string; color: string }[]): Map<string, string> {
  return new Map(
    all.flatMap(({ id, color }) => (Colour.safeParse(color).success ? [] : [[id, color] as const])),
  );
}

function found<K extends string, V extends ReadonlyMap<unknown, unknown>>(
  all: [K, V][],
): Map<K, V> {
  return new Map(all.filter(([, some]) => some.size > 0));
}

/**
 * Names of files that a data set refers to, but that exist neither in the data set nor in the
 * database. Requests for these files will be answered with 404.
 * @param db undefined if the database does not exist yet
 */
export async function missingFiles(
  db: Db | undefined,
  { data, files }: DataSetFiles,
): Promise<string[]> {
  const brought = new Set(files.map(({ name }) => name));
  const names = [...ownFiles(data)].filter((name) => !brought.has(name));
  if (!db || names.length === 0) return names.sort();
  const isAmong = wordsOf(db).isAmong('name', names);
  const rows = await db.selectFrom('file').select('name').where(isAmong).execute();
  const there = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !there.has(name)).sort();
}
