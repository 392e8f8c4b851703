import { wordsOf } from '../../database/engine.ts';
import type { Db } from '../../database/schema.ts';
import { ownFiles } from '../../resources/referred-files.ts';
import type { DataSetFiles } from '../read.ts';

/**
 * Names of files that a data set shows or leads to, and that are neither beside it nor in the
 * database: their addresses are going to answer 404.
 * @param db undefined where there is none yet
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
