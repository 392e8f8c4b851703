import { rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Removes a file, where it is there, and every folder below `root` that is empty without it. */
export function removeFile(root: string, path: string): void {
  rmSync(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if (!removeIfEmpty(join(root, folder))) return;
}

function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
