import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Paths of all files below a folder, relative to it, sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
}

/** Every file with the time of its last change in nanoseconds, which reveals any write. */
export async function listing(folder: string): Promise<[string, bigint][]> {
  const paths = await filesBelow(folder);
  return Promise.all(
    paths.map(async (path): Promise<[string, bigint]> => {
      const { mtimeNs } = await stat(join(folder, path), { bigint: true });
      return [path, mtimeNs];
    }),
  );
}

/** Finds which of the texts are in which files of a folder. */
export async function findTexts(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of await filesBelow(folder)) {
    const content = await readFile(join(folder, path), 'utf8');
    found.push(...texts.filter((text) => content.includes(text)).map((text) => `${path}: ${text}`));
  }
  return found;
}
