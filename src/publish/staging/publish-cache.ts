import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import type { CopySource } from './copy-site.ts';

export type PublishCache = ReturnType<typeof publishCacheIn>;

/**
 * Stores the file index of the published site in a file, so that publishing only checks and flushes
 * changed files.
 */
export function publishCacheIn(file: string) {
  return {
    /** Returns undefined if there is no valid cache. */
    load: async (): Promise<CopySource | undefined> => {
      const text = await readFile(file, 'utf8').catch(() => '');
      try {
        const { folder, index } = Remembered.parse(JSON.parse(text));
        return {
          folder,
          index: new Map(
            index.map(([path, size, mtimeMs, ino, digest]) => [
              path,
              { size, mtimeMs, ino, digest },
            ]),
          ),
        };
      } catch {
        return undefined;
      }
    },
    save: async ({ folder, index }: CopySource): Promise<void> => {
      const rows = [...index].map(([path, { size, mtimeMs, ino, digest }]) => {
        return [path, size, mtimeMs, ino, digest] satisfies Rows[number];
      });
      await writeFileAtomically(file, JSON.stringify({ folder, index: rows }));
    },
    /** Clears the cache. Call this before the site is changed. */
    forget: () => rm(file, { force: true }),
  };
}

/** A row for each file: path, size, modification time, inode and digest. */
const Rows = z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.string()]));
type Rows = z.infer<typeof Rows>;
const Remembered = z.object({ folder: z.string(), index: Rows });
