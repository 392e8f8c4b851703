import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../lib/atomic-file.ts';
import { ReadTimes } from '../model/sync-state.ts';

/**
 * The times kept by the last sync. They are a cache: without the file, or with one that cannot be
 * understood, nothing is known.
 */
export async function loadReadTimes(file: string): Promise<ReadTimes> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return ReadTimes.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Keeps the times; where there were none and are none, no file is made. */
export async function saveReadTimes(
  file: string,
  before: ReadTimes,
  times: ReadTimes,
): Promise<void> {
  const text = JSON.stringify(times);
  if (text !== JSON.stringify(before)) await writeFileAtomically(file, text);
}
