import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileStamp } from '../lib/files/file-stamp.ts';
import { ifMissing } from '../lib/files/missing.ts';

/**
 * Another text whenever any of the maintainer's own files, which go into the site as they are, was
 * written, added or removed. @param folder absolute; it need not be there
 */
export async function publicStamp(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing);
  const files = (entries ?? []).filter((entry) => !entry.isDirectory());
  return fileStamp(files.map(({ parentPath, name }) => join(parentPath, name)).sort());
}
