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

// Applies file changes to a content folder: stages, writes a journal, renames. Killed before the
// journal, nothing has changed; after it, the next start finishes. Needs the folder's lock.

/**
 * Applies all changes, or none if interrupted before the journal.
 * @throws WaymarkError if the folder cannot be written, for example on a full disk, or a path is
 * not sync's
 */
export async function applyChanges(contentDir: string, changes: FileChange[]): Promise<void> {
  await recover(contentDir);
  if (changes.length === 0) return;
  const journal = await prepare(contentDir, changes);
  await rollForward(contentDir, journal, 'complete');
}

/**
 * Finishes or discards an interrupted write.
 * @throws WaymarkError for a journal in a foreign folder, which stays untouched
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
    // Frees room on a full disk. With a journal, the files are still needed.
    if (!hasJournal(contentDir)) await clearStaging(contentDir).catch(() => {});
    throw await cannotWrite(contentDir, error);
  }
}

/** @param staged `resumed`: missing staged files were moved before the interruption */
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
      `${contentDir} was only changed in part: ${error.message}\nFix that, then run ${command('sync')} or ${command('build')} to complete the change.`,
      { cause: error },
    );
  }
}

async function move(contentDir: string, journal: Journal, staged: 'complete' | 'resumed') {
  const folders = new Set(journal.map(({ path }) => dirname(join(contentDir, path))));
  // Moved first, so that an interrupted first sync leaves a folder that is recognised.
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
