import { linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from '../../lib/files/remove-file.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import { WaymarkError } from '../../model/errors.ts';
import { type FileIndex, type IndexedFile, isAsKnown, statsIn } from '../generations/file-index.ts';
import { copyIfThere, makeFolders, syncFiles } from './copy-files.ts';

export interface CopySource {
  /** Absolute. */
  folder: string;
  index: FileIndex;
}

interface CopyOptions {
  built: string;
  /** Index of the built site. */
  index: FileIndex;
  /** The folder of the copy. It is missing, or empty except for the files in `ready`. */
  to: string;
  /**
   * Index of the files that are already in `to`. Files that equal the built ones are kept; all
   * other files are removed.
   */
  ready?: FileIndex | undefined;
  /** The site that is public now. */
  shown: CopySource | undefined;
  /** Whether the copy must survive a power loss from the moment it is public. */
  durable: boolean;
}

/**
 * Copies a built site into a folder. Each file is a hard link to the published or the built file,
 * which is safe because neither publishing nor building writes to existing files. A file that
 * cannot be linked is copied.
 */
export async function copySite(options: CopyOptions) {
  const { built, index, to, ready = new Map<string, IndexedFile>(), shown, durable } = options;
  /**
   * Whether a file in `to` equals the built one. A hard link to the built file needs no further
   * check.
   */
  const isReady = (path: string, file: IndexedFile) => {
    const own = index.get(path);
    if (own?.digest !== file.digest) return false;
    if (isAsKnown(own, file)) return true;
    const now = statSync(join(to, path), { throwIfNoEntry: false });
    return now !== undefined && isAsKnown(now, file);
  };
  const isShown = (path: string) => shown?.index.get(path)?.digest === index.get(path)?.digest;
  const files = new Map<string, IndexedFile>();
  /** Files of the copy that are new or changed compared with the site that is public now. */
  const fresh = new Set<string>();
  const unlinked: string[] = [];
  // Old files are removed before new ones are added, because a new folder may have the name of an
  // old file.
  for (const [path, file] of ready) {
    if (isReady(path, file)) files.set(path, file);
    else removeFile(to, path);
    if (files.has(path) && !isShown(path)) fresh.add(path);
  }
  const open = [...index].filter(([path]) => !files.has(path));
  await makeFolders(
    to,
    open.map(([path]) => path),
  );
  await forEachYielding(open, ([path, file]) => {
    const known = shown?.index.get(path);
    if (
      shown &&
      known &&
      isShown(path) &&
      linkAsKnown(join(shown.folder, path), join(to, path), known)
    ) {
      files.set(path, known);
      return;
    }
    fresh.add(path);
    if (linkAsKnown(join(built, path), join(to, path), file)) files.set(path, file);
    else if (isAsKnown(statSync(join(built, path)), file)) unlinked.push(path);
    else
      throw new WaymarkError(
        `${path} was changed by another program after it was built. Build again.`,
      );
  });
  for (const path of await copyIfThere(built, to, unlinked)) {
    const { size, mtimeMs, ino } = statSync(join(to, path));
    files.set(path, { size, mtimeMs, ino, digest: index.get(path)?.digest ?? '' });
  }
  // Folders that only contain links are not flushed, because file systems write them before the
  // later rename that publishes the copy.
  if (durable) await syncFiles(to, [...fresh]);
  return { index: files, fresh };
}

/**
 * Makes a hard link to a file that still matches its index entry. Returns false if the file has
 * changed or cannot be linked, for example because it is on another disk.
 */
function linkAsKnown(from: string, to: string, known: IndexedFile): boolean {
  try {
    if (!isAsKnown(statSync(from), known)) return false;
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/**
 * Indexes a folder that a copy will be written to. A file that is a hard link to a published file
 * gets the digest of that file; any other file gets an empty digest. Symbolic links are removed,
 * because writing would follow them.
 * @param shown index of the published site
 */
export async function readyFiles(folder: string, shown: FileIndex): Promise<FileIndex> {
  const stats = await statsIn(folder, (path) => rmSync(join(folder, path)));
  const files = new Map<string, IndexedFile>();
  for (const [path, { size, mtimeMs, ino }] of stats) {
    const known = shown.get(path);
    const isSame = known && isAsKnown({ size, mtimeMs, ino }, known);
    files.set(path, isSame ? known : { size, mtimeMs, ino, digest: '' });
  }
  return files;
}
