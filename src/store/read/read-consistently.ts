import { join } from 'node:path';
import { fileStamp } from '../../lib/files/file-stamp.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { WaymarkError } from '../../model/errors.ts';
import { fileNamesIn } from '../content-file.ts';
import { contentFolders, tableFiles } from '../layout.ts';
import { lockContent } from '../lock.ts';
import { recover } from '../write/apply.ts';
import { hasJournal } from '../write/journal.ts';

// Runs a read on a single state of the content, without the lock, which a sync holds for minutes.
// If the content changed meanwhile, it reads again under the lock. Writes only to finish an
// interrupted sync.

export interface Reading {
  /** Changes with the content. */
  stamp: string;
  /**
   * Throws if the content changed. Call it when all is read, before results are stored. Otherwise
   * this is checked at the end.
   */
  assertUnchanged(): Promise<void>;
}

/** @throws WaymarkError if the content keeps changing; whatever `read` throws */
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
    `${contentDir} kept changing while it was read, but not by a sync.\nRun this again when nothing else writes to it.`,
  );
}

/** Waits for a running write. An interrupted one is finished, unless `asItIs`. */
export async function awaitJournal(
  contentDir: string,
  waiting: Waiting,
  asItIs = false,
): Promise<void> {
  if (!hasJournal(contentDir)) return;
  using _lock = await lockContent(contentDir, waiting);
  if (!asItIs) await recover(contentDir);
}

/** The result; undefined if it may mix two states. */
async function attempt<T>(
  contentDir: string,
  read: (reading: Reading) => Promise<T>,
): Promise<{ value: T } | undefined> {
  const stamp = await contentStamp(contentDir);
  // A write is under way: the stamp may match no state.
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
    // Files may have vanished during the read.
    if (await isUnchanged()) throw error;
    return undefined;
  }
}

/** A text that changes whenever a file of a content folder does. */
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
