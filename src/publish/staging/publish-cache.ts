import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { fileStamp } from '../../lib/files/file-stamp.ts';
import type { CopySource } from './copy-site.ts';

/**
 * Remembers the site that was put in public last, so that only what changed since is checked and
 * waited for.
 */
export interface PublishCache {
  /** Undefined where nothing is remembered, or nothing that can be understood. */
  load(): Promise<CopySource | undefined>;
  save(shown: CopySource): Promise<void>;
  /** While what it tells of is being changed, nothing is known. */
  forget(): Promise<void>;
}

/** In a file, for the next process. */
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

/** In memory too, for a process that lives on and writes it down when nobody waits. */
export function publishCacheInMemory() {
  let known: { file: string; stamp: string; shown: CopySource } | undefined;
  return {
    /** One of the same file that another process wrote since is read. */
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
    /** To be called by who holds the lock of the build cache that the file lies in. */
    writeDown: async () => {
      if (!known) return;
      await publishCacheIn(known.file).save(known.shown);
      known.stamp = await fileStamp([known.file]);
    },
  };
}

/** Path, size, time of change, inode and digest of each file. */
const Rows = z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.string()]));
type Rows = z.infer<typeof Rows>;
const Remembered = z.object({ folder: z.string(), index: Rows });
