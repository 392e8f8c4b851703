import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn } from '../support/files-in.ts';

/** Everything that is public in `folder/dist`, and the names of what is kept beside it. */
export async function publishedState(folder: string) {
  return [await filesIn(join(folder, 'dist')), await readdir(join(folder, 'generations'))];
}
