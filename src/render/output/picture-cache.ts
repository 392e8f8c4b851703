import { readFile, rm, stat, utimes } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { namesIn } from '../../lib/files/missing.ts';
import { cacheFolder } from '../../lib/files/places.ts';
import type { Task } from '../routes/task.ts';

// Caches generated pictures for all builds of this project, because drawing is slow. A file's name
// is the cache key of the picture.

/** The folder of this project's picture cache. */
export const pictureFolder = cacheFolder('cards');

export type RenderedPicture = Awaited<ReturnType<typeof cachedOrRendered>>;

export async function cachedOrRendered(task: Task, key: string, folder: string) {
  const file = join(folder, `${key}${extname(task.path)}`);
  const cached = await readFile(file).catch(() => undefined);
  if (cached) {
    const now = new Date();
    await utimes(file, now, now).catch(() => {});
    return { bytes: cached, isStandIn: false };
  }
  /**
   * Whether a part of the picture, such as a release's hero, could not be read. If so, the next
   * build draws the picture again.
   */
  let isStandIn = false;
  const bytes = await task.run(() => {
    isStandIn = true;
  });
  // Errors are ignored. If the disk is full, writing into the output fails too and reports the
  // error.
  if (!isStandIn)
    await writeFileAtomically(file, bytes)
      .then(() => sweepPictures(folder))
      .catch(() => {});
  return { bytes, isStandIn };
}

/**
 * Matches the names of pictures and of their temporary files. Other files in the folder are not
 * removed.
 */
const ownNames = /^[\da-f]{32}\.(?:ico|jpg|png)(?:\.[\da-f-]{36}\.tmp)?$/;

/**
 * Maximum number of cached pictures. They take about 100 MB, and suffice for the social cards of
 * ten sites.
 */
const maxPictures = 2000;
/**
 * Number of pictures that a sweep leaves. It is lower than `maxPictures`, so that not every new
 * picture causes a sweep.
 */
const sweepTo = 1800;

/** Removes the least recently used pictures if there are too many. */
export async function sweepPictures(
  folder: string,
  max = maxPictures,
  remaining = sweepTo,
): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => ownNames.test(name));
  if (names.length <= max) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      return { file, used: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  files.sort((one, other) => other.used - one.used);
  for (const { file } of files.slice(remaining)) await rm(file, { force: true });
}
