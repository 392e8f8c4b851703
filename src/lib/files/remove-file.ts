import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Removes a file, where it is there, and every folder below `root` that is empty without it. */
export function removeFile(root: string, path: string): void {
  if (isFile(join(root, path))) rmSync(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if (!removeIfEmpty(join(root, folder))) return;
}

/** Not what is below one, nor a folder, which has taken its place. */
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
