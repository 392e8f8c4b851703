import { join } from 'node:path';
import { fileStamp } from '../../lib/files/file-stamp.ts';
import { fileNamesIn } from '../content-file.ts';
import { contentFolders, tableFiles } from '../layout.ts';

/** Another text whenever any file of a content folder was written, added or removed since. */
export async function contentStamp(contentDir: string): Promise<string> {
  const paths = Object.values(tableFiles).map((path) => join(contentDir, path));
  for (const folder of contentFolders.map((name) => join(contentDir, name)))
    paths.push(...(await fileNamesIn(folder)).sort().map((name) => join(folder, name)));
  return fileStamp(paths);
}
