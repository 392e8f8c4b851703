import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileStamp } from '../lib/files/file-stamp.ts';
import { ifMissing } from '../lib/files/missing.ts';

/**
 * Returns a stamp that changes when a file in `public/` is written, added or removed.
 * @param folder absolute; may be missing
 */
export async function publicStamp(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing);
  const files = (entries ?? []).filter((entry) => !entry.isDirectory());
  return fileStamp(files.map(({ parentPath, name }) => join(parentPath, name)).sort());
}
