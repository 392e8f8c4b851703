import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digest } from '../../lib/digest.ts';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { tryLock, type Waiting, waitForLock } from '../../lib/files/lock.ts';
import { cacheFolder } from '../../lib/files/places.ts';

// Each output folder has its own build cache, with data that the next build reuses. A build locks
// the cache while it runs. If an output folder no longer exists, a later build removes its cache.

const ownBuilds = cacheFolder('builds');

/**
 * Locks the build cache of an output folder. Also removes the caches of output folders that no
 * longer exist.
 */
export async function lockBuildCache(
  outDir: string,
  waiting: Waiting,
  builds = ownBuilds,
): Promise<Disposable & { folder: string }> {
  const folder = join(builds, digest(outDir, 16));
  using stack = new DisposableStack();
  const who = `Another build into ${outDir} is running`;
  stack.use(await waitForLock(lockOf(folder), who, waiting));
  await sweepBuildCaches(builds);
  await writeFileAtomically(join(folder, builtFor), outDir);
  // Until here, the stack releases the lock if an error is thrown. Now the caller has to release
  // it.
  const lock = stack.move();
  return { folder, [Symbol.dispose]: () => lock.dispose() };
}

/** Removes build caches whose output folder was removed. */
export async function sweepBuildCaches(builds: string): Promise<void> {
  for (const name of existsSync(builds) ? readdirSync(builds) : []) {
    const buildCache = join(builds, name);
    const outDir = await readFile(join(buildCache, builtFor), 'utf8').catch(() => undefined);
    if (!outDir || existsSync(outDir)) continue;
    using lock = tryLock(lockOf(buildCache));
    if (lock) await rm(buildCache, { recursive: true, force: true });
  }
}

/** Name of the file that contains the path of the output folder. */
export const builtFor = 'built-for';

/** Path of the lock that a build holds while it uses the cache. */
export function lockOf(buildCache: string): string {
  return `${buildCache}.lock`;
}
