import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { copyAndSync, syncFolder, writeAndSync } from '../lib/atomic-file.ts';
import { toJsonText } from '../lib/json.ts';
import { isMissing } from '../lib/missing.ts';
import { cannotWrite } from './cannot-write.ts';
import { journalFile, stagingFolder } from './layout.ts';

// Takes a list of changes to files below the content folder; gives that folder with all of them.
// Stages, then journals, then renames: killed before the journal nothing has changed, after it
// the next start finishes the work.
// Never decides what changes.

/**
 * Paths are relative to the content folder, with forward slashes. `text` is made when it is
 * written, since all of them at once are many megabytes; `from` is another file, whose bytes are
 * copied.
 */
export type FileChange =
  | { kind: 'write'; path: string; text: () => string }
  | { kind: 'write'; path: string; from: string }
  | { kind: 'remove'; path: string };

const Journal = z.array(z.object({ path: z.string(), staged: z.string().nullable() }));
type Journal = z.infer<typeof Journal>;

const filesAtOnce = 16;

/**
 * Applies all of the changes or, when interrupted before the journal stands, none.
 * @throws WaymarkError when the folder cannot be written, such as on a full disk
 */
export async function applyChanges(contentDir: string, changes: FileChange[]): Promise<void> {
  await recover(contentDir);
  if (changes.length === 0) return;
  const journal = await prepare(contentDir, changes).catch(async (error) => {
    await forgetStaged(contentDir);
    throw await cannotWrite(contentDir, error);
  });
  await rollForward(contentDir, journal);
}

async function prepare(contentDir: string, changes: FileChange[]): Promise<Journal> {
  const journal = await stage(contentDir, changes);
  await writeJournal(contentDir, journal);
  return journal;
}

/** On a full disk its room is what others need; once the journal stands, it is needed itself. */
async function forgetStaged(contentDir: string): Promise<void> {
  if (existsSync(journalFile(contentDir))) return;
  // The first failure is the one to tell; the next start removes what is left.
  await rm(stagingFolder(contentDir), { recursive: true, force: true }).catch(() => {});
}

/** Finishes or forgets what an interrupted run left behind; call it before reading the content. */
export async function recover(contentDir: string): Promise<void> {
  const journal = await readJournal(contentDir);
  if (journal) await rollForward(contentDir, journal);
  else await rm(stagingFolder(contentDir), { recursive: true, force: true });
}

async function stage(contentDir: string, changes: FileChange[]): Promise<Journal> {
  const folder = stagingFolder(contentDir);
  await mkdir(folder, { recursive: true });
  let failure: { error: unknown } | undefined;
  const journal = await pLimit(filesAtOnce).map(changes, async (change, index) => {
    const staged = change.kind === 'remove' ? null : String(index);
    if (change.kind === 'write' && !failure)
      await stageOne(join(folder, `${index}`), change).catch((error) => {
        failure ??= { error };
      });
    return { path: change.path, staged };
  });
  // Told only now that all have ended: what still writes would do so into what comes next.
  if (failure) throw failure.error;
  await syncFolder(folder);
  return journal;
}

async function stageOne(file: string, change: FileChange & { kind: 'write' }): Promise<void> {
  if ('from' in change) await copyAndSync(change.from, file);
  else await writeAndSync(file, change.text());
}

/** Staged like the rest, so that nothing of it stays behind when it is interrupted. */
async function writeJournal(contentDir: string, journal: Journal): Promise<void> {
  const staged = join(stagingFolder(contentDir), 'journal');
  await writeAndSync(staged, toJsonText(journal));
  await rename(staged, journalFile(contentDir));
  await syncFolder(contentDir);
}

async function rollForward(contentDir: string, journal: Journal): Promise<void> {
  const folders = new Set(journal.map(({ path }) => dirname(join(contentDir, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  for (const { path, staged } of journal) {
    const target = join(contentDir, path);
    if (staged === null) await rm(target, { force: true });
    else await moveIfThere(join(stagingFolder(contentDir), staged), target);
  }
  for (const folder of folders) await syncFolder(folder);
  await rm(journalFile(contentDir), { force: true });
  await rm(stagingFolder(contentDir), { recursive: true, force: true });
}

/** A staged file that is gone was moved before the interruption. */
async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function readJournal(contentDir: string): Promise<Journal | undefined> {
  try {
    return Journal.parse(JSON.parse(await readFile(journalFile(contentDir), 'utf8')));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
