import { join } from 'node:path';
import { fileStamp } from '../../lib/files/file-stamp.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { WaymarkError } from '../../model/errors.ts';
import { fileNamesIn } from '../content-file.ts';
import { contentFolders, tableFiles } from '../layout.ts';
import { lockContent } from '../lock.ts';
import { recover } from '../write/apply.ts';
import { hasJournal } from '../write/journal.ts';

// Reads content without mixing the states before and after a sync. The first read takes no lock,
// because a sync may hold it for minutes. If the content changes during the read, it is read again
// under the lock. Nothing is written, except to finish an interrupted sync.

export interface Reading {
  /** A text that changes whenever the content does. */
  stamp: string;
  /**
   * Throws if the content has changed. If `read` stores results, it must call this first. Results
   * that `read` returns are checked afterwards.
   */
  assertUnchanged(): Promise<void>;
}

/**
 * Runs `read` so that it never sees a mixture of two states of the content. It may run twice.
 * @throws WaymarkError if the content keeps changing, and any error of `read`
 */
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
    `${contentDir} was changed repeatedly while it was read, by a program other than sync.\nRun this again when nothing else writes to it.`,
  );
}

/** Waits for a running write, and finishes an interrupted write unless `asItIs` is set. */
export async function awaitJournal(
  contentDir: string,
  waiting: Waiting,
  asItIs = false,
): Promise<void> {
  if (!hasJournal(contentDir)) return;
  using _lock = await lockContent(contentDir, waiting);
  if (!asItIs) await recover(contentDir);
}

/** Runs `read` once. Undefined if its result may be a mixture of two states. */
async function attempt<T>(
  contentDir: string,
  read: (reading: Reading) => Promise<T>,
): Promise<{ value: T } | undefined> {
  const stamp = await contentStamp(contentDir);
  // During a write, even the stamp may come from a mixture of two states.
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
    // The error may come from files that disappeared during the read.
    if (await isUnchanged()) throw error;
    return undefined;
  }
}

/** A text that changes whenever a file in a content folder changes. */
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
