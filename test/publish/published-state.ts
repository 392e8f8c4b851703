import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn } from '../support/files-in.ts';

/** The published files in `folder/dist`, and the names in the generations folder. */
export async function publishedState(folder: string) {
  return [await filesIn(join(folder, 'dist')), await readdir(join(folder, 'generations'))];
}
