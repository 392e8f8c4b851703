import { linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from '../../lib/files/remove-file.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import { WaymarkError } from '../../model/errors.ts';
import { type FileIndex, type IndexedFile, isAsKnown, statsIn } from '../generations/file-index.ts';
import { copyIfThere, makeFolders, syncFiles } from './copy-files.ts';

/** A published site. */
export interface CopySource {
  /** Absolute. */
  folder: string;
  index: FileIndex;
}

export interface CopyOptions {
  built: string;
  /** Index of the built site. */
  index: FileIndex;
  /** The folder of the copy. It is missing, or empty except for the files in `ready`. */
  to: string;
  /** Index of the files that `to` already has. Files with the right bytes stay. */
  ready?: FileIndex | undefined;
  /** The site that was shown last. */
  shown: CopySource | undefined;
  /** Whether the copy must survive a power loss from the moment it is public. */
  durable: boolean;
}

export interface CopiedSite {
  /** Index of the copy. */
  index: FileIndex;
  /** Files of the copy that were not part of the site shown last. */
  fresh: ReadonlySet<string>;
}

/**
 * Copies a built site into a folder. Links each file to the published site or to the build, both of
 * which never write to existing files. Copies the file if it cannot be linked.
 */
export async function copySite(options: CopyOptions): Promise<CopiedSite> {
  const { built, index, to, ready = new Map<string, IndexedFile>(), shown, durable } = options;
  /**
   * Whether a file in `to` has the right bytes. Files that are linked to the build need no further
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
  const fresh = new Set<string>();
  const unlinked: string[] = [];
  // Runs before new files are added, because a folder may have to replace a file.
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
        `${path} was changed by somebody else since it was built. Build again.`,
      );
  });
  for (const path of await copyIfThere(built, to, unlinked)) {
    const { size, mtimeMs, ino } = statSync(join(to, path));
    files.set(path, { size, mtimeMs, ino, digest: index.get(path)?.digest ?? '' });
  }
  // Folders that only contain links are not flushed: file systems write folders in order, so before
  // the rename that publishes them.
  if (durable) await syncFiles(to, [...fresh]);
  return { index: files, fresh };
}

/**
 * Links a file if it is as indexed. Returns false if the link fails, such as on another disk, with
 * too many links or without permission; the file is then copied.
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
 * Indexes a folder that a copy starts from. Files that are identical to published ones keep their
 * digests. Symbolic links are removed, since writing would follow them.
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
