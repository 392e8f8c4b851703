import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import type { FileIndex } from '../generations/file-index.ts';
import type { CopySource } from './copy-site.ts';

/**
 * The site that was put in public last, so that only what changed since is checked and waited for;
 * undefined where there is no file to remember it in, or none that can be understood.
 */
export async function loadPublishCache(file: string | undefined): Promise<CopySource | undefined> {
  const text = file && (await readFile(file, 'utf8').catch(() => undefined));
  try {
    const { folder, index } = Remembered.parse(JSON.parse(text ?? ''));
    return { folder, index: toIndex(index) };
  } catch {
    return undefined;
  }
}

export async function savePublishCache(
  file: string | undefined,
  { folder, index }: CopySource,
): Promise<void> {
  if (!file) return;
  const remembered: Remembered = { folder, index: toRows(index) };
  await writeFileAtomically(file, JSON.stringify(remembered));
}

/** While what it tells of is being changed, nothing is known. */
export async function forget(file: string | undefined): Promise<void> {
  if (file) await rm(file, { force: true });
}

/** Path, size, time of change, inode and digest of each file. */
const Rows = z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.string()]));
type Rows = z.infer<typeof Rows>;
const Remembered = z.object({ folder: z.string(), index: Rows });
type Remembered = z.infer<typeof Remembered>;

function toIndex(rows: Rows): FileIndex {
  return new Map(
    rows.map(([path, size, mtimeMs, ino, digest]) => [path, { size, mtimeMs, ino, digest }]),
  );
}

function toRows(index: FileIndex): Rows {
  return [...index].map(([path, { size, mtimeMs, ino, digest }]) => {
    return [path, size, mtimeMs, ino, digest];
  });
}
