import { statSync } from 'node:fs';
import { digest } from '../digest.ts';
import { forEachYielding } from '../time/for-each-yielding.ts';

/**
 * A text that changes whenever one of the files is written, added or removed. The text is computed
 * from metadata, without reading the files.
 */
export async function fileStamp(paths: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await forEachYielding(paths, (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    lines.push(`${path} ${found?.size} ${found?.mtimeMs} ${found?.ctimeMs} ${found?.ino}`);
  });
  return digest(lines.join('\n'));
}
