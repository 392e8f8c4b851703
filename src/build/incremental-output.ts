import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digest } from '../lib/digest.ts';
import { writeFileAtomically } from '../lib/files/atomic-file.ts';
import { tryLock } from '../lib/files/lock.ts';

// Takes what was built before; gives it to the next build, or takes it away.
// Astro trusts whatever file it finds in its output: what lies there is either whole, and made by
// the same code with the same settings, or it is removed.
// Never shared: an output folder has a build cache of its own, and its builder holds the lock.

/** What a build cache's output is of. */
export interface Fingerprint {
  /** Absolute: the public folder that it is built for. */
  outDir: string;
  /** Of what the output depends on beside the content. */
  digest: string;
  /** Another for other content, or other files of the maintainer's. */
  content: string;
  /** Starts from nothing. */
  full: boolean;
}

/**
 * Renders into the output of the build before, where that can be trusted; else into nothing. Where
 * the output is of this very content already, there is nothing to render.
 */
export async function withIncrementalOutput(
  buildCache: string,
  fingerprint: Fingerprint,
  render: () => Promise<void>,
): Promise<void> {
  const finished = join(buildCache, 'finished');
  const [madeBy, of] = (await textOf(finished))?.split('\n') ?? [];
  const isTrusted = !fingerprint.full && madeBy === fingerprint.digest;
  if (isTrusted && of === fingerprint.content) return;
  if (!isTrusted) await rm(buildCache, { recursive: true, force: true });
  // While it is not there, what lies in the folder is nobody's.
  await rm(finished, { force: true });
  await writeFileAtomically(join(buildCache, builtFor), fingerprint.outDir);
  await render();
  await writeFileAtomically(finished, `${fingerprint.digest}\n${fingerprint.content}`);
}

/** Digest of the project's own code, of its dependencies and of the Node that runs them. */
export function digestOfCode(): string {
  const found = globSync(code, { cwd: root, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const digests = paths.map((path) => `${path} ${digest(readFileSync(path))}`);
  return digest([process.version, ...digests].join('\n'));
}

/** Removes build caches of public folders that are gone. */
export async function sweepBuildCaches(builds: string): Promise<void> {
  for (const name of existsSync(builds) ? readdirSync(builds) : []) {
    const buildCache = join(builds, name);
    const outDir = await textOf(join(buildCache, builtFor));
    if (!outDir || existsSync(outDir)) continue;
    using lock = tryLock(lockOf(buildCache));
    if (lock) await rm(buildCache, { recursive: true, force: true });
  }
}

/** Held by who builds in a build cache. */
export function lockOf(buildCache: string): string {
  return `${buildCache}.lock`;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const code = ['src/**/*', 'astro.config.mjs', 'package-lock.json'];
const builtFor = 'built-for';

function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
