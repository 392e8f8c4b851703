import { linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from '../../lib/files/remove-file.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import { WaymarkError } from '../../model/errors.ts';
import { type FileIndex, type IndexedFile, isAsKnown, statsIn } from '../generations/file-index.ts';
import { copyIfThere, makeFolders, syncFiles } from './copy-files.ts';

/** A site in public. */
export interface CopySource {
  /** Absolute. */
  folder: string;
  index: FileIndex;
}

export interface CopyOptions {
  built: string;
  /** Of what was built. */
  index: FileIndex;
  /** A folder with nothing in it but what is `ready`, or that is not there yet. */
  to: string;
  /** Of what is in it: files with the right bytes stay, the others go. */
  ready?: FileIndex | undefined;
  /** What was shown last. */
  shown: CopySource | undefined;
  /** Whether it must outlast a loss of power from the moment that it is public. */
  durable: boolean;
}

export interface CopiedSite {
  /** Of the copy. */
  index: FileIndex;
  /** Paths of the files that were not shown before. */
  fresh: ReadonlySet<string>;
}

/**
 * Puts a built site into a folder of its own. A file is linked to where it was shown before, or else
 * to where it was built, as none of these is ever written to; where that cannot be done it is copied.
 */
export async function copySite(options: CopyOptions): Promise<CopiedSite> {
  const { built, index, to, ready = new Map<string, IndexedFile>(), shown, durable } = options;
  /** One that is linked to what was built was looked at by the build. */
  const isReady = (path: string, file: IndexedFile) => {
    const own = index.get(path);
    if (own?.digest !== file.digest) return false;
    return isAsKnown(own, file) || isStillAsKnown(join(to, path), file);
  };
  const isShown = (path: string) => shown?.index.get(path)?.digest === index.get(path)?.digest;
  const files = new Map<string, IndexedFile>();
  const fresh = new Set<string>();
  const unlinked: string[] = [];
  // First: where a file was, a folder may have to be.
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
  // Folders with nothing but links in them need no waiting: what file systems write down of folders
  // they write in order, the rename that makes this one public after all of it.
  if (durable) await syncFiles(to, [...fresh]);
  return { index: files, fresh };
}

function isStillAsKnown(path: string, known: IndexedFile): boolean {
  const now = statSync(path, { throwIfNoEntry: false });
  return now !== undefined && isAsKnown(now, known);
}

/** Whatever speaks against a link, a copy does as well: another disk, too many links, no right. */
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
 * What lies in a folder that a copy is to start from: with its digest what is the same file as in
 * public. Links are removed: somebody else's own, where the folder was public, and what they lead to
 * would be written to.
 * @param shown what is in public
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
