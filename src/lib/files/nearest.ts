import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The first of these names that is in a folder or, going up, in one above it. @param folder absolute */
export function nearest(folder: string, names: readonly string[]): string | undefined {
  for (let here = folder; ; here = dirname(here)) {
    const found = names.map((name) => join(here, name)).find((path) => existsSync(path));
    if (found !== undefined || dirname(here) === here) return found;
  }
}
