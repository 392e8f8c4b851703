import { withExport } from '../../../src/service/data-set/export.ts';
import { bytesOf } from '../../../src/service/data-set/lazy-file.ts';
import type { DataSetFiles } from '../../../src/service/data-set/read.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import type { StoredFile } from '../../../src/service/resources/files.ts';

/** An export with the bytes of all its files in memory. */
export function exportDataSet(db: Db) {
  return withExport(db, hold);
}

export async function hold({ data, files }: DataSetFiles) {
  const held: StoredFile[] = [];
  for (const file of files)
    held.push({ name: file.name, type: file.type, bytes: await bytesOf(file) });
  return { data, files: held };
}
