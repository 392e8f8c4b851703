import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { fileStamp } from '../../lib/files/file-stamp.ts';
import type { CopySource } from './copy-site.ts';

/**
 * Stores the file index of the published site, so that publishing only checks and flushes changed
 * files.
 */
export interface PublishCache {
  /** Returns undefined if there is no valid cache. */
  load(): Promise<CopySource | undefined>;
  save(shown: CopySource): Promise<void>;
  /** Clears the cache. Call this before the site is changed. */
  forget(): Promise<void>;
}

/** Stores the cache in a file, for the next process. */
export function publishCacheIn(file: string): PublishCache {
  return {
    load: async () => {
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
    save: async ({ folder, index }) => {
      const rows = [...index].map(([path, { size, mtimeMs, ino, digest }]) => {
        return [path, size, mtimeMs, ino, digest] satisfies Rows[number];
      });
      await writeFileAtomically(file, JSON.stringify({ folder, index: rows }));
    },
    forget: () => rm(file, { force: true }),
  };
}

/**
 * Keeps the cache in memory, for a long-lived process that writes the cache file only while idle.
 */
export function publishCacheInMemory() {
  let known: { file: string; stamp: string; shown: CopySource } | undefined;
  return {
    /**
     * Returns the cache that belongs to a cache file. The file is only read again if another
     * process wrote it.
     */
    in: (file: string): PublishCache => {
      const onDisk = publishCacheIn(file);
      return {
        load: async () => {
          const isKnown = known?.file === file && known.stamp === (await fileStamp([file]));
          return known && isKnown ? known.shown : onDisk.load();
        },
        save: async (shown) => {
          known = { file, stamp: await fileStamp([file]), shown };
        },
        forget: () => {
          known = undefined;
          return onDisk.forget();
        },
      };
    },
    /** Writes the cache file. The caller must hold the lock of the build cache. */
    writeDown: async () => {
      if (!known) return;
      await publishCacheIn(known.file).save(known.shown);
      known.stamp = await fileStamp([known.file]);
    },
  };
}

/** A row for each file: path, size, modification time, inode and digest. */
const Rows = z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.string()]));
type Rows = z.infer<typeof Rows>;
const Remembered = z.object({ folder: z.string(), index: Rows });
