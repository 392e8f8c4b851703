import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForLock } from '../../lib/files/lock.ts';
import { cacheFolder, moduleBeside } from '../../lib/files/places.ts';
import { WaymarkError } from '../../model/errors.ts';
import {
  entryIn,
  fingerprintsOf,
  ownPages,
  packedRenderer,
  type RendererSettings,
} from './fingerprint.ts';
import { runProgram, waitForOrphan } from './run-program.ts';

// Compiles the code of pages and documents into a renderer. A renderer contains neither content,
// settings nor the site's address, so it is only compiled again if code changes. The package has a
// compiled renderer, which every site without pages of its own uses.

/** The compiled code of pages and documents. */
export interface Renderer {
  /** Fingerprint of everything that its pages depend on except content. */
  fingerprint: string;
  /** The settings and the address of the site, which the renderer reads when it runs. */
  globals: { SITE_CONFIG_JSON: string; SITE_URL: string; BASE_PATH: string };
  /** Contents of the maintainer's style sheet and its files, by path in the site. */
  styles: ReadonlyMap<string, Uint8Array>;
  /** Path of the module to import: the bundled `routes/entry.ts`. */
  entry: string;
  /** A folder with style sheets, scripts and fonts, whose files belong at the root of the site. */
  assets: string;
}

interface RendererOptions extends RendererSettings {
  signal?: AbortSignal;
  /** Called before pages of the maintainer are compiled. */
  onCompile?: () => void;
}

/** Returns the renderer of the package or of the cache, or compiles one. @throws WaymarkError */
export async function rendererFor(options: RendererOptions): Promise<Renderer> {
  const { compiled, whole, isPacked, hasOwnPages, ...rest } = await fingerprintsOf(options);
  const folder = isPacked ? packedRenderer : join(renderers, compiled);
  if (!isPacked) await ensureCompiled(folder, hasOwnPages, options);
  return {
    ...rest,
    fingerprint: whole,
    entry: entryIn(folder),
    assets: join(folder, 'client'),
  };
}

async function ensureCompiled(
  folder: string,
  hasOwnPages: boolean,
  { siteUrl, basePath, signal, onCompile }: RendererOptions,
): Promise<void> {
  if (!existsSync(folder)) {
    // Only one process compiles at a time, because Astro writes files that all processes share. The
    // wait is not reported, because it only takes seconds.
    using _lock = await waitForLock(`${renderers}.lock`, '', signal ? { signal } : {});
    if (!existsSync(folder)) {
      if (hasOwnPages) onCompile?.();
      const own = hasOwnPages ? { pages: ownPages, siteUrl, basePath } : undefined;
      await compileRenderer(folder, own, signal);
    }
    sweep(folder);
  }
  markUsed(folder);
}

const renderers = cacheFolder('renderers');
const program = fileURLToPath(moduleBeside('../processes/compile', import.meta.url));

/**
 * Compiles the pages into a folder that does not exist yet.
 * @param own the maintainer's pages, and the address that they may use
 * @throws WaymarkError
 */
export async function compileRenderer(
  folder: string,
  own?: { pages: string; siteUrl: string; basePath: string },
  signal?: AbortSignal,
): Promise<void> {
  if (folder.includes('#'))
    throw new WaymarkError(
      `Vite cannot compile pages in a folder with # in its path: ${folder}. Rename that folder, or move the project.`,
    );
  const unfinished = `${folder}.begun`;
  const lockFile = `${renderers}.compiling.lock`;
  await waitForOrphan(lockFile);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  // The renderer must not depend on settings, which are read when it runs.
  const siteConfig = join(unfinished, 'site.config.mjs');
  await writeFile(siteConfig, 'export default {};\n');
  const { ended } = runProgram(program, {
    lockFile,
    signal,
    env: {
      SITE_CONFIG: siteConfig,
      OUT_DIR: join(unfinished, 'client'),
      // Folders that do not exist.
      CONTENT_DIR: join(unfinished, 'content'),
      PAGES: own?.pages ?? join(unfinished, 'pages'),
      SITE_URL: own?.siteUrl ?? '',
      BASE_PATH: own?.basePath ?? '',
    },
  });
  await ended;
  await Promise.all(
    [siteConfig, join(unfinished, '.cache')].map((path) =>
      rm(path, { recursive: true, force: true }),
    ),
  );
  await rename(unfinished, folder);
}

/**
 * Removes renderers that are no longer used. Keeps the last few, because a changed setting is often
 * changed back.
 */
function sweep(current: string): void {
  const now = markUsed(current);
  const others = readdirSync(renderers)
    .map((name) => join(renderers, name))
    .filter((folder) => folder !== current)
    .map((folder) => ({ folder, used: usedAt(folder) }))
    .sort((a, b) => b.used - a.used);
  for (const { folder, used } of others.slice(maxRenderers - 1))
    if (now - used > inUseMs) rmSync(folder, { recursive: true, force: true });
}

const maxRenderers = 3;
/**
 * A renderer that has not been used for this time is not in use any more, because no build takes as
 * long.
 */
const inUseMs = 2 * 60 * 60_000;

/**
 * Marks a renderer as used. Returns the time by the file system's clock, in milliseconds since
 * 1970. A cache that this process can only read, such as that of another user, stays as it is.
 */
function markUsed(folder: string): number {
  try {
    writeFileSync(join(folder, 'used'), '');
  } catch {}
  return usedAt(folder);
}

function usedAt(folder: string): number {
  const { mtimeMs = 0 } = statSync(join(folder, 'used'), { throwIfNoEntry: false }) ?? {};
  return mtimeMs;
}
