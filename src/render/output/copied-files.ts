import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputFile, OutputFiles } from './incremental-output.ts';
import { copyFile } from './put-file.ts';

/**
 * Brings into an output what goes into the site as it is, from some folders: of files of the same
 * name, that of the last folder.
 */
export async function copiedFiles(
  folder: string,
  kept: OutputFiles,
  roots: readonly string[],
): Promise<OutputFiles> {
  const files = new Map<string, OutputFile>();
  for (const root of roots)
    for (const [path, { size, mtimeMs, ino }] of filesBelow(root)) {
      const key = `${size} ${mtimeMs} ${ino}`;
      const before = kept.get(path);
      const file =
        before?.key === key
          ? before
          : ((await copyFile(folder, path, join(root, path), before?.digest)) ?? before);
      if (file) files.set(path, { ...file, key });
    }
  return files;
}

/** With what links lead to, as the maintainer sees them; a folder that is not there has none. */
function* filesBelow(root: string, folder = ''): Iterable<[path: string, stats: Stats]> {
  for (const name of existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []) {
    const path = `${folder}${name}`;
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stats) continue;
    if (stats.isDirectory()) yield* filesBelow(root, `${path}/`);
    else if (stats.isFile()) yield [path, stats];
  }
}
