import { lstatSync, statSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { command } from '../../lib/processes/command.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import { WaymarkError } from '../../model/errors.ts';
import { cannotWrite } from '../cannot-write.ts';
import { OwnPath } from './journal.ts';

/**
 * Checks that all changes can be applied, before anything is written.
 * @throws WaymarkError that names the problem: a path that sync never writes, a folder where a file
 * is expected (or the reverse), or a folder that is not writable
 */
export async function checkChanges(
  contentDir: string,
  changes: Iterable<{ path: string }>,
): Promise<void> {
  const folders = new Set<string>();
  const targets: string[] = [];
  for (const { path } of changes) {
    if (!OwnPath.safeParse(path).success)
      throw new WaymarkError(
        `${JSON.stringify(path)} is not a file that sync writes in ${contentDir}. Nothing was written.`,
      );
    targets.push(join(contentDir, path));
    for (let folder = path; folder !== '.'; ) {
      folder = dirname(folder);
      folders.add(join(contentDir, folder));
    }
  }
  for (const folder of [...folders].sort()) await checkFolder(folder);
  await forEachYielding(targets, (target) => {
    if (kindOf(target) === 'folder')
      throw new WaymarkError(
        `Nothing was written, because ${target} is a folder instead of a file.\nMove it away, then run ${command('sync')} again.`,
      );
  });
}

async function checkFolder(folder: string): Promise<void> {
  const kind = kindOf(folder);
  if (kind === 'file' || kind === 'link to nowhere')
    throw new WaymarkError(
      `Nothing was written, because ${folder} is a ${kind} instead of a folder.\nMove it away, then run ${command('sync')} again.`,
    );
  if (kind !== 'folder') return;
  await access(folder, constants.W_OK).catch(async (error) => {
    throw await cannotWrite(folder, error);
  });
}

function kindOf(path: string): 'file' | 'folder' | 'link to nowhere' | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found) return found.isDirectory() ? 'folder' : 'file';
  return lstatSync(path, { throwIfNoEntry: false }) && 'link to nowhere';
}
