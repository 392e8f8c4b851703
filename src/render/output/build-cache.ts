import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digest } from '../../lib/digest.ts';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { tryLock, type Waiting, waitForLock } from '../../lib/files/lock.ts';
import { cacheFolder } from '../../lib/files/places.ts';

// What builds keep from one to the next. Each output folder has a build cache of its own, whose lock
// its builder holds; those of output folders that are gone are removed.

const ownBuilds = cacheFolder('builds');

/** Takes the build cache of an output folder, and sweeps those of others that are gone. */
export async function takeBuildCache(
  outDir: string,
  waiting: Waiting,
  builds = ownBuilds,
): Promise<Disposable & { folder: string }> {
  const folder = join(builds, digest(outDir, 16));
  using taken = new DisposableStack();
  const who = `Another build into ${outDir} is running`;
  taken.use(await waitForLock(lockOf(folder), who, waiting));
  await sweepBuildCaches(builds);
  await writeFileAtomically(join(folder, builtFor), outDir);
  // Only now: else who cannot write there would hold it for ever.
  const held = taken.move();
  return { folder, [Symbol.dispose]: () => held.dispose() };
}

/** Removes build caches of public folders that are gone. */
export async function sweepBuildCaches(builds: string): Promise<void> {
  for (const name of existsSync(builds) ? readdirSync(builds) : []) {
    const buildCache = join(builds, name);
    const outDir = await readFile(join(buildCache, builtFor), 'utf8').catch(() => undefined);
    if (!outDir || existsSync(outDir)) continue;
    using lock = tryLock(lockOf(buildCache));
    if (lock) await rm(buildCache, { recursive: true, force: true });
  }
}

/** In it: the output folder that a build cache is for. */
export const builtFor = 'built-for';

/** Held by who builds in a build cache. */
export function lockOf(buildCache: string): string {
  return `${buildCache}.lock`;
}
