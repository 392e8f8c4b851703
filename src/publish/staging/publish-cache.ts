import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { IndexedFile } from '../generations/file-index.ts';
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
        const { folder, files } = Remembered.parse(JSON.parse(text));
        return { folder, index: new Map(files.map(({ path, ...file }) => [path, file])) };
      } catch {
        return undefined;
      }
    },
    save: ({ folder, index }: CopySource): Promise<void> => {
      const files = Array.from(index, ([path, one]) => ({ path, ...one }));
      return writeFileAtomically(file, JSON.stringify({ folder, files }));
    },
    /** Clears the cache. Call this before the site is changed. */
    forget: () => rm(file, { force: true }),
  };
}

const Remembered = z.object({
  folder: z.string(),
  files: z.array(IndexedFile.extend({ path: z.string() })),
});
