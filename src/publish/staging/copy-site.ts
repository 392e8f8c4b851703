import { linkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from '../../lib/files/remove-file.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import { type FileIndex, type IndexedFile, isAsKnown } from '../generations/file-index.ts';
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
  /** A folder that is not there yet, or holds what was begun. */
  to: string;
  /** What was shown last. */
  shown: CopySource | undefined;
  /** Whether it must outlast a loss of power from the moment that it is public. */
  durable: boolean;
  /** What was copied there before all was built. */
  staged?: CopiedSite | undefined;
}

export interface CopiedSite {
  /** Of the copy. */
  index: FileIndex;
  /** Paths of the files that were not shown before. */
  fresh: ReadonlySet<string>;
}

/**
 * Copies a built site. A file that was shown before is linked to where it is shown, as neither is
 * ever written to; what was built is, and so it is copied. One changed entry costs a few files.
 */
export async function copySite(options: CopyOptions): Promise<CopiedSite> {
  const { built, index, to, shown, durable, staged } = options;
  const done = await stillRight(to, index, staged?.index ?? new Map());
  const missing = [...index.keys()].filter((path) => !done.has(path));
  await makeFolders(to, missing);
  const linked = new Map<string, IndexedFile>();
  await forEachYielding(missing, (path) => {
    const known = shown?.index.get(path);
    if (!shown || !known || known.digest !== index.get(path)?.digest) return;
    if (linkAsKnown(join(shown.folder, path), join(to, path), known)) linked.set(path, known);
  });
  const rest = missing.filter((path) => !linked.has(path));
  const copied = new Set(await copyIfThere(built, to, rest));
  const before = [...(staged?.fresh ?? [])].filter((path) => done.has(path));
  const fresh = new Set([...before, ...copied]);
  // Folders with nothing but links in them need no waiting: what file systems write down of folders
  // they write in order, the rename that makes this one public after all of it.
  if (durable) await syncFiles(to, [...fresh]);
  const files = [...index].flatMap(([path, { digest }]): [string, IndexedFile][] => {
    const known = done.get(path) ?? linked.get(path);
    if (known) return [[path, known]];
    if (!copied.has(path)) return [];
    const { size, mtimeMs, ino } = statSync(join(to, path));
    return [[path, { size, mtimeMs, ino, digest }]];
  });
  return { index: new Map(files), fresh };
}

/** Of what was copied before all was built, what is right by now; removes the rest. */
async function stillRight(to: string, index: FileIndex, before: FileIndex): Promise<FileIndex> {
  const right = new Map<string, IndexedFile>();
  await forEachYielding(before, ([path, file]) => {
    const now = index.get(path);
    if (now?.digest === file.digest && now.size === file.size) right.set(path, file);
    else removeFile(to, path);
  });
  return right;
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
