import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Removes a file if it exists, and then each of its parent folders below `root` that is empty. */
export function removeFile(root: string, path: string): void {
  if (isFile(join(root, path))) rmSync(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if (!removeIfEmpty(join(root, folder))) return;
}

/** Whether a path exists and is not a folder. */
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
