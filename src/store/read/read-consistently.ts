import { join } from 'node:path';
import { fileStamp } from '../../lib/files/file-stamp.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { WaymarkError } from '../../model/errors.ts';
import { fileNamesIn } from '../content-file.ts';
import { contentFolders, tableFiles } from '../layout.ts';
import { lockContent } from '../lock.ts';
import { recover } from '../write/apply.ts';
import { hasJournal } from '../write/journal.ts';

// Takes a content folder and something that reads it for a while; gives what that came to, read
// from one state of the content.
// Reads without the lock, which a sync holds for minutes; where a sync changed the content in the
// meantime, reads once more, and holds the lock then.
// Never writes, but to finish what an interrupted sync began.

export interface Reading {
  /** Another text for other content (`stamp.ts`). */
  stamp: string;
  /**
   * Throws when the content changed since. To be called when all is read, before anything is kept
   * of it; else it is looked at when `read` is done.
   */
  assertUnchanged(): Promise<void>;
}

/** @throws WaymarkError when the content keeps changing; whatever `read` throws */
export async function readConsistently<T>(
  contentDir: string,
  waiting: Waiting,
  read: (reading: Reading) => Promise<T>,
): Promise<T> {
  await awaitJournal(contentDir, waiting);
  const first = await attempt(contentDir, read);
  if (first) return first.value;
  waiting.signal?.throwIfAborted();
  using _lock = await lockContent(contentDir, waiting);
  await recover(contentDir);
  const second = await attempt(contentDir, read);
  if (second) return second.value;
  throw new WaymarkError(
    `${contentDir} was changed again and again while it was read, and not by a sync.\nRun this again when nothing else writes there.`,
  );
}

/**
 * Waits for who applies changes. What was interrupted is finished here, or, `asItIs`, left for
 * others to finish.
 */
export async function awaitJournal(
  contentDir: string,
  waiting: Waiting,
  asItIs = false,
): Promise<void> {
  if (!hasJournal(contentDir)) return;
  using _lock = await lockContent(contentDir, waiting);
  if (!asItIs) await recover(contentDir);
}

/** What was read; undefined where it may be of two states. */
async function attempt<T>(
  contentDir: string,
  read: (reading: Reading) => Promise<T>,
): Promise<{ value: T } | undefined> {
  const stamp = await contentStamp(contentDir);
  // Begun and not ended while it was looked at: the stamp may be that of no state at all.
  if (hasJournal(contentDir)) return undefined;
  const isUnchanged = async () => (await contentStamp(contentDir)) === stamp;
  let isConfirmed = false;
  const assertUnchanged = async () => {
    isConfirmed = await isUnchanged();
    if (!isConfirmed) throw new Error(`${contentDir} changed while it was read.`);
  };
  try {
    const value = await read({ stamp, assertUnchanged });
    return isConfirmed || (await isUnchanged()) ? { value } : undefined;
  } catch (error) {
    // What was there when reading began may be what is missing now.
    if (await isUnchanged()) throw error;
    return undefined;
  }
}

/** Another text whenever any file of a content folder was written, added or removed since. */
export async function contentStamp(contentDir: string): Promise<string> {
  const tables = Object.values(tableFiles).map((path) => join(contentDir, path));
  const folders = contentFolders.map((name) => join(contentDir, name));
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await fileNamesIn(folder)).sort().map((name) => join(folder, name)),
    ),
  );
  return fileStamp([...tables, ...files.flat()]);
}
