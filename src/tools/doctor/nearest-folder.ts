import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ifMissing } from '../../lib/files/missing.ts';

/** The folder at a path, or the nearest above it that is there. */
export async function nearestFolder(path: string): Promise<string> {
  const absolute = resolve(path);
  const there = await stat(absolute).catch(ifMissing);
  return there?.isDirectory() ? absolute : nearestFolder(dirname(absolute));
}
