import { lstatSync, statSync } from 'node:fs';
import { access, constants, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../lib/files/atomic-file.ts';
import { moveIfThere } from '../../lib/files/missing.ts';
import { command } from '../../lib/processes/command.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import { WaymarkError } from '../../model/errors.ts';
import { cannotWrite, isOfSystem } from '../cannot-write.ts';
import { journalFile, stagingFolder, tableFiles } from '../layout.ts';
import { hasJournal, type Journal, OwnPath, readJournal, writeJournal } from './journal.ts';
import { refuseForeign } from './refuse-foreign.ts';
import { clearStaging, type FileChange, stage, stagedIsGone } from './stage.ts';

// Applies changes to the files of a content folder in three steps: write the new files to a staging
// folder, write a journal of the moves, and move the files. If this is interrupted before the
// journal exists, nothing has changed. If it is interrupted later, the next start finishes the
// moves. Callers must hold the folder's lock.

/**
 * Applies all changes, or none if it is interrupted before the journal is written.
 * @throws WaymarkError if the folder cannot be written (for example on a full disk), or if a path
 * is not one that sync writes
 */
export async function applyChanges(contentDir: string, changes: FileChange[]): Promise<void> {
  await recover(contentDir);
  if (changes.length === 0) return;
  const journal = await prepare(contentDir, changes);
  await rollForward(contentDir, journal, 'complete');
}

/**
 * Finishes an interrupted write if its journal exists; otherwise discards the staged files.
 * @throws WaymarkError if the folder belongs to another program; the folder then stays unchanged
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
    // Deletes the staged files to free space on a full disk. If there is a journal, they are still
    // needed.
    if (!hasJournal(contentDir)) await clearStaging(contentDir).catch(() => {});
    throw await cannotWrite(contentDir, error);
  }
}

/**
 * Moves the staged files as the journal says.
 * @param staged `resumed` if this finishes an interrupted write, which may have moved some of the
 * files
 */
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
      `${contentDir} was only changed in part: ${error.message}\nFix the problem, then run ${command('sync')} or ${command('build')} to complete the change.`,
      { cause: error },
    );
  }
}

async function move(contentDir: string, journal: Journal, staged: 'complete' | 'resumed') {
  const folders = new Set(journal.map(({ path }) => dirname(join(contentDir, path))));
  // `workspace.json` is moved first: if the first sync is interrupted, this file shows that the
  // folder belongs to sync.
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

/**
 * Checks that all changes can be applied, before anything is written.
 * @throws WaymarkError that names the problem: a path that sync never writes, a folder where a file
 * is expected (or the reverse), or a folder that is not writable
 */
async function checkChanges(
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
