import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { digest } from '../../lib/digest.ts';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { removeFile } from '../../lib/files/remove-file.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import { IndexedFile, isAsKnown, statsIn } from '../../publish/generations/file-index.ts';
import { builtFor } from './build-cache.ts';
import type { WrittenFile } from './messages.ts';

// The list of an output's files, with their cache keys and metadata. The next build uses the list
// to render only files that would change, or that another program has changed. Only a build that
// holds the lock of the build cache reads or writes the list.

const SavedFile = IndexedFile.extend({
  /**
   * Cache key, made from everything that the file shows. Null if the file must be rendered to
   * detect a change.
   */
  key: z.string().nullable(),
});
export type OutputFile = z.infer<typeof SavedFile> & Pick<WrittenFile, 'isStandIn'>;

/** Files by their path below the base path. */
export type OutputFiles = ReadonlyMap<string, OutputFile>;

export interface IncrementalOutput {
  /** Fingerprint of the renderer that rendered the files. */
  fingerprint: string;
  /**
   * Stamp of the content from which the files were rendered; undefined after an unfinished build.
   */
  content: string | undefined;
  files: OutputFiles;
}

/** The folder of the rendered site. */
export function outputFolder(buildCache: string): string {
  return join(buildCache, 'site');
}

/**
 * Loads the list of the last build. Leaves out files that were changed since that build, and removes
 * files that an unfinished build has written.
 */
export async function loadOutput(buildCache: string): Promise<IncrementalOutput> {
  const list = await readOutput(buildCache);
  if (!list) await clear(buildCache);
  const empty = { fingerprint: '', content: undefined, files: new Map<string, OutputFile>() };
  const { fingerprint, content, files } = list ?? empty;
  const knownSize = files.size;
  const folder = outputFolder(buildCache);
  await forEachYielding(files, ([path, file]) => {
    const now = statSync(join(folder, path), { throwIfNoEntry: false });
    if (now && isAsKnown(now, file)) return;
    if (now && isSameFile(join(folder, path), now, file))
      files.set(path, { ...file, mtimeMs: now.mtimeMs, ino: now.ino });
    else files.delete(path);
  });
  // An unfinished build may have written files that are not on the list.
  if (content === undefined && existsSync(folder))
    for (const path of (await statsIn(folder)).keys())
      if (!files.has(path)) removeFile(folder, path);
  return { fingerprint, content: files.size === knownSize ? content : undefined, files };
}

/** Reads the list of files. Returns undefined if the list is missing or invalid. */
async function readOutput(buildCache: string) {
  try {
    const text = await readFile(join(buildCache, list), 'utf8');
    const { fingerprint, rows } = List.parse(JSON.parse(text));
    const content = await readFile(join(buildCache, finished), 'utf8').catch(() => undefined);
    const files = new Map<string, OutputFile>(rows.map(({ path, ...file }) => [path, file]));
    return { fingerprint, content, files };
  } catch {
    return undefined;
  }
}

/** Marks an output as unfinished. Call this before anything is written into the output. */
export async function markUnfinished(buildCache: string): Promise<void> {
  await rm(join(buildCache, finished), { force: true });
}

/** Saves the list of files. Call this when all files are written. */
export async function saveOutput(buildCache: string, output: IncrementalOutput): Promise<void> {
  const { fingerprint, content, files } = output;
  const rows = Array.from(files, ([path, file]) => ({ path, ...file }));
  await writeFileAtomically(join(buildCache, list), JSON.stringify({ fingerprint, rows }));
  if (content !== undefined) await writeFileAtomically(join(buildCache, finished), content);
}

/**
 * Whether a file's content is unchanged although its time or inode differs, for example because CI
 * restored the file from a cache.
 */
function isSameFile(file: string, { size }: Stats, known: IndexedFile): boolean {
  if (size !== known.size || size > maxReadBytes) return false;
  return digest(readFileSync(file)) === known.digest;
}

/**
 * Maximum size in bytes of files whose content is compared. Larger files are written again, which
 * takes no longer.
 */
const maxReadBytes = 64 * 1024 * 1024;

const list = 'output.json';
const finished = 'finished';

const List = z.object({
  fingerprint: z.string(),
  rows: z.array(SavedFile.extend({ path: z.string() })),
});

/** Empties the build cache, because its files are useless without a valid list. */
async function clear(buildCache: string): Promise<void> {
  for (const name of await readdir(buildCache))
    if (name !== builtFor) await rm(join(buildCache, name), { recursive: true, force: true });
}
