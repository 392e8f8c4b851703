import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { SourceError } from './source.ts';

/** @throws SourceError where a link on the path leads out of the folder */
export async function refuseOutside(path: string, folder: string): Promise<void> {
  const place = join(folder, path);
  const real = await realpath(place).catch(() => place);
  const [first] = relative(await realpath(folder), real).split(sep);
  if (first === '..') throw new SourceError(`${path} is a link to a place outside this folder.`);
}
