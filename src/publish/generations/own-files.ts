import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { toJsonText } from '../../lib/json.ts';
import { fewOf } from '../../lib/text/text.ts';
import { WaymarkError } from '../../model/errors.ts';
import { pathsIn } from './file-index.ts';

// Each built site contains a list of its files. A file that is not on the list is foreign: it would
// be lost when the folder is replaced, so the build is refused.

/**
 * Name of the file with the list. It begins with a dot, so that servers do not show the file to
 * readers.
 */
export const ownFilesName = '.waymark.json';

const OwnFiles = z.object({ about: z.string(), files: z.array(z.string()) });

/**
 * Creates the list of a site's own files.
 * @param paths the paths of all files
 */
export function ownFilesText(paths: Iterable<string>): string {
  const files = [...new Set([...paths, ownFilesName])].sort();
  return toJsonText({ about, files } satisfies z.infer<typeof OwnFiles>);
}

const about =
  'Waymark built this folder, and each build replaces it. Put your own files into public/: a build refuses this folder if the folder has a file that is not on this list.';

/** Whether Waymark built the site in a folder. */
export async function isOwnSite(folder: string): Promise<boolean> {
  return (await readOwnFiles(folder)) !== undefined;
}

/** Throws if a built site holds files that Waymark did not write. @throws WaymarkError */
export async function refuseForeignFiles(folder: string): Promise<void> {
  const own = new Set(await readOwnFiles(folder));
  const isForeign = (path: string) => !own.has(path);
  // Compressed versions of the site's own files are not foreign, as they can be recreated.
  const isForeignFile = (path: string) =>
    isForeign(path) && isForeign(withoutCompression(path) ?? path);
  const others: string[] = [];
  const files = await pathsIn(folder, (path) => others.push(path));
  const foreign = [...others.filter(isForeign), ...files.filter(isForeignFile)];
  if (foreign.length === 0) return;
  throw new WaymarkError(
    `OUT_DIR=${folder} holds files that Waymark did not write and that would be lost: ${fewOf(foreign).join(', ')}.\nMove them away, or into public/, which every build copies. The old site stays.`,
  );
}

async function readOwnFiles(folder: string): Promise<string[] | undefined> {
  try {
    const text = await readFile(join(folder, ownFilesName), 'utf8');
    return OwnFiles.parse(JSON.parse(text)).files;
  } catch {
    return undefined;
  }
}

/**
 * Removes the ending `.br`, `.gz` or `.zst` of a compressed version from its path. Returns
 * undefined for other paths.
 */
export function withoutCompression(path: string): string | undefined {
  return /^(.+)\.(?:br|gz|zst)$/.exec(path)?.[1];
}
