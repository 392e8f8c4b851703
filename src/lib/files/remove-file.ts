import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Removes a file if it exists, and the folders below `root` that this leaves empty. */
export function removeFile(root: string, path: string): void {
  if (isFile(join(root, path))) rmSync(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if (!removeIfEmpty(join(root, folder))) return;
}

/** False where a folder has taken the place of the file or of one above it. */
function isFile(file: string): boolean {
  try {
    return !lstatSync(file).isDirectory();
  } catch {
    return false;
  }
}

function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
