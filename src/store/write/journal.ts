import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFolder, writeAndSync } from '../../lib/files/atomic-file.ts';
import { toJsonText } from '../../lib/json.ts';
import { command } from '../../lib/processes/command.ts';
import { entryKinds } from '../../model/content/entry-kinds.ts';
import { WaymarkError } from '../../model/errors.ts';
import { readIfThere } from '../content-file.ts';
import { journalFile, stagingFolder, tableFiles } from '../layout.ts';

// The journal lists how to move staged files to their final paths. It is parsed strictly, because a
// content folder may come from an untrusted source.

/**
 * Patterns of the paths that sync writes. A journal with any other path was not written by sync.
 */
const ownPaths = [
  new RegExp(`^(?:${entryKinds.join('|')})/(?!\\.)[^/\\\\\\0]+\\.json$`),
  /^assets\/[\da-f]{20}(?:\.[a-z\d]+|-\d+\.webp)$/,
  /^(?:roadmap|release)-log\.damaged-[\da-f]{8}\.json$/,
];

/** Path of a file that sync writes, relative to the content folder. */
export const OwnPath = z
  .string()
  .refine(
    (path) =>
      Object.values<string>(tableFiles).includes(path) ||
      ownPaths.some((pattern) => pattern.test(path)),
    'expected the path of a file that sync writes',
  );

/**
 * The moves and removals. `staged` is a file's name in the staging folder, or null for a removal.
 */
const Journal = z.array(z.object({ path: OwnPath, staged: z.string().regex(/^\d+$/).nullable() }));
export type Journal = z.infer<typeof Journal>;

/** Whether a write is running or was interrupted. */
export function hasJournal(contentDir: string): boolean {
  return existsSync(journalFile(contentDir));
}

/**
 * Reads the journal, if there is one.
 * @throws WaymarkError if the journal is invalid
 */
export async function readJournal(contentDir: string): Promise<Journal | undefined> {
  const file = journalFile(contentDir);
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  try {
    return Journal.parse(JSON.parse(text));
  } catch (cause) {
    throw new WaymarkError(
      `${file} is damaged, or was not written by sync. Nothing was changed.\nRemove that file, then run ${command('sync')}, which restores missing files.`,
      { cause },
    );
  }
}

/** Writes the journal to the staging folder and then renames it, so that it is never incomplete. */
export async function writeJournal(contentDir: string, journal: Journal): Promise<void> {
  const staged = join(stagingFolder(contentDir), stagedJournal);
  await writeAndSync(staged, toJsonText(journal));
  await rename(staged, journalFile(contentDir));
  await syncFolder(contentDir);
}

const stagedJournal = 'journal';

/** Whether a file in the staging folder has a name that only sync uses. */
export function isStagedName(name: string): boolean {
  return name === stagedJournal || /^\d+$/.test(name);
}
