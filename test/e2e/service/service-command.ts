import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sample } from '../../service/sample.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** Runs the service's command until it ends. */
export const ran = (args: string[], env: Record<string, string> = {}) =>
  runHosted('service', { args, env, cwd: '.' });

/** Creates a folder with a data set and its files, and the options for a new database there. */
export async function workplace() {
  const folder = await tempFolder();
  const set = join(folder.path, 'set.json');
  await writeFile(set, JSON.stringify(sample()));
  const files = join(folder.path, 'files');
  await mkdir(files);
  for (const name of ['hero.png', 'notes.pdf']) await writeFile(join(files, name), name);
  const database = join(folder.path, 'x.db');
  return { ...folder, set, database, use: ['--database', database] };
}
