import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../lib/files/atomic-file.ts';
import { moveIfThere } from '../../lib/files/missing.ts';
import { command } from '../../lib/processes/command.ts';
import { WaymarkError } from '../../model/errors.ts';
import { cannotWrite, isOfSystem } from '../cannot-write.ts';
import { journalFile, stagingFolder, tableFiles } from '../layout.ts';
import { checkChanges } from './check-changes.ts';
import { hasJournal, type Journal, readJournal, writeJournal } from './journal.ts';
import { refuseForeign } from './refuse-foreign.ts';
import { clearStaging, type FileChange, stage, stagedIsGone } from './stage.ts';

// Takes a list of changes to files below the content folder; gives that folder with all of them.
// Stages, then journals, then renames: killed before the journal nothing has changed, after it
// the next start finishes the work.
// Never decides what changes, and is called by holders of the folder's lock alone.

/**
 * Applies all of the changes or, when interrupted before the journal stands, none.
 * @throws WaymarkError when the folder cannot be written, such as on a full disk, or when a change
 *   is for elsewhere
 */
export async function applyChanges(contentDir: string, changes: FileChange[]): Promise<void> {
  await recover(contentDir);
  if (changes.length === 0) return;
  const journal = await prepare(contentDir, changes);
  await rollForward(contentDir, journal, 'complete');
}

/**
 * Finishes or forgets what an interrupted run left behind.
 * @throws WaymarkError for a journal in a folder that is not Waymark's, and nothing was touched
 */
export async function recover(contentDir: string): Promise<void> {
  const journal = await readJournal(contentDir);
  if (!journal) return clearStaging(contentDir);
  await refuseForeign(contentDir);
  await rollForward(contentDir, journal, 'resumed');
}

async function prepare(contentDir: string, changes: FileChange[]): Promise<Journal> {
  try {
    await checkChanges(contentDir, changes);
    const journal = await stage(contentDir, changes);
    await writeJournal(contentDir, journal);
    return journal;
  } catch (error) {
    // On a full disk its room is what others need; once the journal stands, it is needed itself.
    // The first failure is the one to tell; the next start removes what is left.
    if (!hasJournal(contentDir)) await clearStaging(contentDir).catch(() => {});
    throw await cannotWrite(contentDir, error);
  }
}

/** @param staged `resumed`: what is missing among the staged files was moved before the interruption */
async function rollForward(
  contentDir: string,
  journal: Journal,
  staged: 'complete' | 'resumed',
): Promise<void> {
  try {
    await move(contentDir, journal, staged);
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    throw new WaymarkError(
      `${contentDir} is only half changed: ${error.message}\nMend that, then run ${command('sync')} or ${command('build')}: either finishes it.`,
      { cause: error },
    );
  }
}

async function move(contentDir: string, journal: Journal, staged: 'complete' | 'resumed') {
  const folders = new Set(journal.map(({ path }) => dirname(join(contentDir, path))));
  // First: a first sync that is killed behind it leaves a folder that is known as Waymark's.
  const moves = journal.toSorted((one, other) => rank(one) - rank(other));
  for (const { path, staged: name } of moves) {
    const target = join(contentDir, path);
    await mkdir(dirname(target), { recursive: true });
    if (name === null) await rm(target, { force: true });
    else if (!(await moveIfThere(join(stagingFolder(contentDir), name), target)))
      if (staged === 'complete') throw stagedIsGone(contentDir);
  }
  for (const folder of folders) await syncFolder(folder);
  await rm(journalFile(contentDir), { force: true });
  await clearStaging(contentDir);
}

function rank({ path }: Journal[number]): number {
  return path === tableFiles.workspace ? 0 : 1;
}
