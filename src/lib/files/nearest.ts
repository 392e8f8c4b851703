import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Finds a file with one of these names in a folder, or else in the nearest parent folder that has
 * such a file. Earlier names take precedence.
 * @param folder absolute path
 */
export function nearest(folder: string, names: readonly string[]): string | undefined {
  for (let here = folder; ; here = dirname(here)) {
    const found = names.map((name) => join(here, name)).find((path) => existsSync(path));
    if (found !== undefined || dirname(here) === here) return found;
  }
}
