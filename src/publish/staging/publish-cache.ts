import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import type { FileIndex } from '../generations/file-index.ts';
import type { CopySource } from './copy-site.ts';

/** What is remembered from one time to the next, so that only what changed is read and written. */
export interface PublishCache {
  /** Of what was built. */
  built: FileIndex;
  /** The site that was put in public last. */
  shown: CopySource | undefined;
}

/** Nothing, where there is no file to remember it in, or none that can be understood. */
export async function loadPublishCache(file: string | undefined): Promise<PublishCache> {
  const text = file && (await readFile(file, 'utf8').catch(() => undefined));
  if (!text) return { built: new Map(), shown: undefined };
  try {
    const { built, shown } = Remembered.parse(JSON.parse(text));
    return { built: toStock(built), shown: shown && { ...shown, index: toStock(shown.index) } };
  } catch {
    return { built: new Map(), shown: undefined };
  }
}

export async function savePublishCache(
  file: string | undefined,
  publishCache: PublishCache,
): Promise<void> {
  if (!file) return;
  const { built, shown } = publishCache;
  const remembered: Remembered = {
    built: toRows(built),
    ...(shown && { shown: { folder: shown.folder, index: toRows(shown.index) } }),
  };
  await writeFileAtomically(file, JSON.stringify(remembered));
}

/** While what it tells of is being changed, nothing is known. */
export async function forget(file: string | undefined): Promise<void> {
  if (file) await rm(file, { force: true });
}

/** Path, size, time of change, inode and digest of each file. */
const Rows = z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.string()]));
type Rows = z.infer<typeof Rows>;
const Remembered = z.object({
  built: Rows,
  shown: z.object({ folder: z.string(), index: Rows }).optional(),
});
type Remembered = z.infer<typeof Remembered>;

function toStock(rows: Rows): FileIndex {
  return new Map(
    rows.map(([path, size, mtimeMs, ino, digest]) => [path, { size, mtimeMs, ino, digest }]),
  );
}

function toRows(index: FileIndex): Rows {
  return [...index].map(([path, { size, mtimeMs, ino, digest }]) => {
    return [path, size, mtimeMs, ino, digest];
  });
}
