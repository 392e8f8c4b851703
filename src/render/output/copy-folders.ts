import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputFile, OutputFiles } from './incremental-output.ts';
import { copyFile } from './put-file.ts';

/** Copies the files of some folders into an output. For files of the same path, the last one wins. */
export async function copyFolders(
  folder: string,
  existing: OutputFiles,
  roots: readonly string[],
): Promise<OutputFiles> {
  const files = new Map<string, OutputFile>();
  for (const root of roots)
    for (const [path, { size, mtimeMs, ino }] of filesBelow(root)) {
      const key = `${size} ${mtimeMs} ${ino}`;
      const before = existing.get(path);
      const file =
        before?.key === key
          ? before
          : ((await copyFile(folder, path, join(root, path), before?.digest)) ?? before);
      if (file) files.set(path, { ...file, key });
    }
  return files;
}

/** Follows links; a missing folder is empty. */
function* filesBelow(root: string, folder = ''): Iterable<[path: string, stats: Stats]> {
  for (const name of existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []) {
    const path = `${folder}${name}`;
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stats) continue;
    if (stats.isDirectory()) yield* filesBelow(root, `${path}/`);
    else if (stats.isFile()) yield [path, stats];
  }
}
