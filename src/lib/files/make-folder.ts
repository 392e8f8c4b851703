import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMissing } from './missing.ts';

/**
 * Creates a folder and its missing parents. Node's recursive `mkdir` never returns on a file system
 * without new folders, such as `/proc`.
 * @throws the error of the operating system
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (isMissing(error) && !existsSync(dirname(path))) {
      makeFolder(dirname(path));
      makeFolder(path);
    } else if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
