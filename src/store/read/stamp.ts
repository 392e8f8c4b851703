import { join } from 'node:path';
import { fileStamp } from '../../lib/files/file-stamp.ts';
import { fileNamesIn } from '../content-file.ts';
import { contentFolders, tableFiles } from '../layout.ts';

/** Another text whenever any file of a content folder was written, added or removed since. */
export async function contentStamp(contentDir: string): Promise<string> {
  const tables = Object.values(tableFiles).map((path) => join(contentDir, path));
  const folders = contentFolders.map((name) => join(contentDir, name));
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await fileNamesIn(folder)).sort().map((name) => join(folder, name)),
    ),
  );
  return fileStamp([...tables, ...files.flat()]);
}
