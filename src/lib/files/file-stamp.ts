import { statSync } from 'node:fs';
import { digest } from '../digest.ts';
import { forEachYielding } from '../time/for-each-yielding.ts';

/**
 * Another text whenever one of some files was written, added or removed since, by whomever: what
 * the disk says of all of them, so that none has to be read.
 */
export async function fileStamp(paths: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await forEachYielding(paths, (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    lines.push(`${path} ${found?.size} ${found?.mtimeMs} ${found?.ctimeMs} ${found?.ino}`);
  });
  return digest(lines.join('\n'));
}
