import { statSync } from 'node:fs';
import { join } from 'node:path';
import { digest } from '../lib/digest.ts';
import { inTurns } from '../lib/in-turns.ts';
import { fileNamesIn } from './content-file.ts';
import { contentFolders, tableFiles } from './layout.ts';

/**
 * Another text whenever any file of a content folder was written, added or removed since, by
 * whomever: what the disk says of all of them, so that none has to be read.
 */
export async function contentStamp(contentDir: string): Promise<string> {
  const paths = Object.values(tableFiles).map((path) => join(contentDir, path));
  for (const folder of contentFolders.map((name) => join(contentDir, name)))
    paths.push(...(await fileNamesIn(folder)).sort().map((name) => join(folder, name)));
  const lines: string[] = [];
  await inTurns(paths, (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    lines.push(`${path} ${found?.size} ${found?.mtimeMs} ${found?.ctimeMs} ${found?.ino}`);
  });
  return digest(lines.join('\n'));
}
