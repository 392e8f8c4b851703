import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { digest } from '../lib/digest.ts';
import { inTurns } from '../lib/in-turns.ts';

/**
 * Another text whenever any file of a content folder was written, added or removed since, by
 * whomever: what the disk says of all of them, so that none has to be read.
 */
export async function contentStamp(contentDir: string): Promise<string> {
  const entries = await readdir(contentDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const lines: string[] = [];
  await inTurns(paths, (path) => {
    const { size, mtimeMs, ctimeMs, ino } = statSync(path);
    lines.push(`${path} ${size} ${mtimeMs} ${ctimeMs} ${ino}`);
  });
  return digest(lines.join('\n'));
}
