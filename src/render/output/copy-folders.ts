import { existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileStamp } from '../../lib/files/file-stamp.ts';
import { SettingsError } from '../../model/errors.ts';
import type { OutputFile, OutputFiles } from './incremental-output.ts';
import { copyFile, putFile } from './put-file.ts';

/**
 * Copies the files of several folders into an output. If folders have a file with the same path,
 * the file of the last folder is used.
 * @param others contents of further files, by path
 */
export async function copyFolders(
  folder: string,
  existing: OutputFiles,
  roots: readonly string[],
  others: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<OutputFiles> {
  const files = new Map<string, OutputFile>();
  for (const [path, bytes] of others) {
    const before = existing.get(path);
    const file = putFile(folder, path, bytes, before?.digest) ?? before;
    if (file) files.set(path, { ...file, key: null });
  }
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

/** A stamp that changes when a file below a folder is written, added or removed. */
export function folderStamp(folder: string): Promise<string> {
  return fileStamp(Array.from(filesBelow(folder), ([path]) => join(folder, path)).sort());
}

/**
 * Lists the files below a folder, and follows links inside it. If the folder is missing, the list
 * is empty.
 * @throws SettingsError for a link out of the folder, through which a site could show any file
 */
function* filesBelow(root: string, folder = ''): Iterable<[path: string, stats: Stats]> {
  for (const name of existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []) {
    const path = `${folder}${name}`;
    refuseLinkOut(root, path);
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stats) continue;
    if (stats.isDirectory()) yield* filesBelow(root, `${path}/`);
    else if (stats.isFile()) yield [path, stats];
  }
}

function refuseLinkOut(root: string, path: string): void {
  const place = join(root, path);
  if (!lstatSync(place).isSymbolicLink() || !existsSync(place)) return;
  if (`${realpathSync(place)}/`.startsWith(`${realpathSync(root)}/`)) return;
  throw new SettingsError(
    `${place} is a link to a place outside that folder. Copy the file into the folder, or remove the link.`,
  );
}
