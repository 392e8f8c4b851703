import { copyFileSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { digest } from '../../lib/digest.ts';
import { makeFolder } from '../../lib/files/make-folder.ts';
import { digestOfFile, type IndexedFile } from '../../publish/generations/file-index.ts';

// Replaces files of an output. Existing files are never written to, because public files may be
// hard links to them. `putFile` and `copyFile` return undefined if the file already had the same
// bytes.

/**
 * Writes a file, unless it already has the same bytes.
 * @param known digest of the existing file, if there is one
 */
export function putFile(
  folder: string,
  path: string,
  bytes: Uint8Array,
  known: string | undefined,
): IndexedFile | undefined {
  const own = digest(bytes);
  if (own === known) return undefined;
  return { ...replace(folder, path, (temporary) => writeFileSync(temporary, bytes)), digest: own };
}

/**
 * Copies a file, unless the existing file already has the same bytes.
 * @param from path of the source, which may have any size
 * @param known digest of the existing file, if there is one
 */
export async function copyFile(
  folder: string,
  path: string,
  from: string,
  known: string | undefined,
): Promise<IndexedFile | undefined> {
  const own = await digestOfFile(from);
  if (own === known) return undefined;
  return { ...replace(folder, path, (temporary) => copyFileSync(from, temporary)), digest: own };
}

function replace(
  folder: string,
  path: string,
  write: (temporary: string) => void,
): Omit<IndexedFile, 'digest'> {
  const file = join(folder, path);
  const temporary = join(dirname(file), `.${basename(file)}.begun`);
  const place = () => {
    write(temporary);
    renameSync(temporary, file);
  };
  try {
    // Checking first is faster than calling `mkdir` for an existing folder.
    if (!existsSync(dirname(file))) makeFolder(dirname(file));
    place();
  } catch {
    makeWay(folder, path);
    place();
  }
  const { size, mtimeMs, ino } = statSync(file);
  return { size, mtimeMs, ino };
}

const ifThere = { throwIfNoEntry: false } as const;

/**
 * Creates the folders of a file. Removes an old file that has the path of a folder, and an old
 * folder that has the path of the file.
 */
function makeWay(folder: string, path: string): void {
  const parts = path.split('/');
  for (const [index] of parts.slice(1).entries()) {
    const parent = join(folder, ...parts.slice(0, index + 1));
    if (statSync(parent, ifThere)?.isFile()) rmSync(parent);
  }
  makeFolder(join(folder, dirname(path)));
  const file = join(folder, path);
  if (statSync(file, ifThere)?.isDirectory()) rmSync(file, { recursive: true });
}
