import { constants, copyFileSync, linkSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../lib/atomic-file.ts';
import { inTurns } from '../lib/in-turns.ts';
import { copyFiles, foldersOf } from './copy-files.ts';
import { type FileStock, isAsKnown, type Stock } from './stock.ts';

/** A site in public. */
export interface Shown {
  /** Absolute. */
  folder: string;
  stock: Stock;
}

export interface CopyOptions {
  built: string;
  /** Of what was built. */
  stock: Stock;
  /** A folder that is not there yet. */
  to: string;
  /** What was shown last. */
  shown: Shown | undefined;
  /** Whether it must outlast a loss of power from the moment that it is public. */
  durable: boolean;
}

export interface Copied {
  /** Of the copy. */
  stock: Stock;
  /** Paths of the files that were not shown before. */
  fresh: ReadonlySet<string>;
}

/**
 * Copies a built site. A file that was shown before is linked to where it is shown, as neither is
 * ever written to; what was built is, and so it is copied. One changed entry costs a few files.
 */
export async function copySite(options: CopyOptions): Promise<Copied> {
  const { built, stock, to, shown, durable } = options;
  mkdirSync(to, { recursive: true });
  // Sorted, a folder comes before what lies in it.
  const folders = foldersOf(stock.keys()).filter((path) => path !== '.');
  await inTurns(folders.sort(), (path) => mkdirSync(join(to, path)));
  const linked = new Map<string, FileStock>();
  await inTurns(stock, ([path, { digest }]) => {
    const known = shown?.stock.get(path);
    if (!shown || known?.digest !== digest) return;
    if (linkAsKnown(join(shown.folder, path), join(to, path), known)) linked.set(path, known);
  });
  const rest = [...stock.keys()].filter((path) => !linked.has(path));
  const copy = durable ? copyFiles : copyQuickly;
  const fresh = new Set(await copy(built, to, rest));
  // Folders with nothing but links in them need no more: what file systems write down of folders
  // they write in order, the rename that makes this one public after all of it.
  if (durable) await syncFolder(to);
  const files = [...stock].flatMap(([path, { digest }]): [string, FileStock][] => {
    const known = linked.get(path);
    if (known) return [[path, known]];
    if (!fresh.has(path)) return [];
    const { size, mtimeMs, ino } = statSync(join(to, path));
    return [[path, { size, mtimeMs, ino, digest }]];
  });
  return { stock: new Map(files), fresh };
}

/** Without waiting for the disk. */
async function copyQuickly(from: string, to: string, paths: string[]): Promise<string[]> {
  await inTurns(paths, (path) =>
    copyFileSync(join(from, path), join(to, path), constants.COPYFILE_FICLONE),
  );
  return paths;
}

/** Whatever speaks against a link, a copy does as well: another disk, too many links, no right. */
function linkAsKnown(from: string, to: string, known: FileStock): boolean {
  try {
    if (!isAsKnown(statSync(from), known)) return false;
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}
