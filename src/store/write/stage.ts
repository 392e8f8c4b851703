import { mkdir, readdir, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { copyAndSync, syncFolder, writeAndSync } from '../../lib/files/atomic-file.ts';
import { forAll } from '../../lib/for-all.ts';
import { command } from '../../lib/processes/command.ts';
import { WaymarkError } from '../../model/errors.ts';
import { fileNamesIn, ifThere } from '../content-file.ts';
import { stagingFolder } from '../layout.ts';
import { isStagedName, type Journal } from './journal.ts';

const filesAtOnce = 16;

/**
 * Writes the new files to the staging folder, and returns the journal of moves and removals.
 * @throws WaymarkError if staged files disappear because another program removed them
 */
export async function stage(contentDir: string, changes: readonly FileChange[]): Promise<Journal> {
  const folder = stagingFolder(contentDir);
  await mkdir(folder, { recursive: true });
  await forAll([...changes.entries()], filesAtOnce, ([index, change]) =>
    stageOne(join(folder, `${index}`), change),
  );
  const journal = changes.map(({ kind, path }, index) => ({
    path,
    staged: kind === 'remove' ? null : `${index}`,
  }));
  await syncFolder(folder);
  const there = new Set(await fileNamesIn(folder));
  if (!journal.every(({ staged }) => staged === null || there.has(staged)))
    throw stagedIsGone(contentDir);
  return journal;
}

async function stageOne(file: string, change: FileChange): Promise<void> {
  if (change.kind === 'remove') return;
  if ('from' in change) await copyAndSync(change.from, file);
  else await writeAndSync(file, change.text());
}

/** Removes the staged files, and then the staging folder if it is empty. */
export async function clearStaging(contentDir: string): Promise<void> {
  const folder = stagingFolder(contentDir);
  const names = await ifThere(readdir(folder), folder);
  if (!names) return;
  for (const name of names.filter(isStagedName)) await unlink(join(folder, name));
  if (names.every(isStagedName)) await rmdir(folder);
}

export function stagedIsGone(contentDir: string): WaymarkError {
  return new WaymarkError(
    `Files to be moved to ${contentDir} are missing from ${stagingFolder(contentDir)}: another program removed them.\nKeep other machines and tools from writing there, then run ${command('sync')} again, which restores missing files.`,
  );
}

/**
 * A change to one file. `path` is relative to the content folder, with forward slashes. `text` is a
 * function that renders the file's text, so that not all texts are in memory at once. `from` is the
 * path of a file to copy.
 */
export type FileChange =
  | { kind: 'write'; path: string; text: () => string }
  | { kind: 'write'; path: string; from: string }
  | { kind: 'remove'; path: string };
