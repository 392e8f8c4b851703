import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForLock } from '../../lib/files/lock.ts';
import { cacheFolder, moduleBeside } from '../../lib/files/places.ts';
import { WaymarkError } from '../../model/errors.ts';
import { type CompileSettings, fingerprintsOf } from './fingerprint.ts';
import { runProgram, waitForOrphan } from './run-program.ts';

// Compiles the code of pages and documents into a renderer. A renderer contains neither content, the
// site's address nor most settings, so it is only compiled again if the code, the base path or the
// content security policy changes.

/** The compiled code of pages and documents. */
export interface Renderer {
  /** Fingerprint of everything that its pages depend on except content. */
  fingerprint: string;
  /** The site's settings as JSON, which the renderer reads when it runs. */
  settings: string;
  /** The origin of the site, which the renderer reads when it runs. */
  siteUrl: string;
  /** Path of the module to import: the bundled `routes/entry.ts`. */
  entry: string;
  /** A folder with style sheets, scripts and fonts, whose files belong at the root of the site. */
  assets: string;
  /** Folder of Node's compile cache for the modules of this renderer. */
  compileCache: string;
}

interface RendererOptions extends CompileSettings {
  signal?: AbortSignal;
}

/** Returns the cached renderer, or compiles a new one. @throws WaymarkError */
export async function rendererFor(options: RendererOptions): Promise<Renderer> {
  const { compiled, whole, config } = await fingerprintsOf(options);
  const folder = join(renderers, compiled);
  if (!existsSync(folder)) {
    // Only one process compiles at a time, because Astro writes files that all processes share. The
    // wait is not reported, because it only takes seconds.
    const { signal } = options;
    using _lock = await waitForLock(`${renderers}.lock`, '', signal ? { signal } : {});
    if (!existsSync(folder)) await compile(folder, options);
    sweep(folder);
  }
  markUsed(folder);
  return {
    fingerprint: whole,
    settings: JSON.stringify(config),
    siteUrl: options.siteUrl,
    entry: join(folder, 'server/prerender-entry.mjs'),
    assets: join(folder, 'client'),
    compileCache: join(folder, 'compiled'),
  };
}

const renderers = cacheFolder('renderers');
const program = fileURLToPath(moduleBeside('../processes/compile', import.meta.url));

async function compile(folder: string, options: RendererOptions): Promise<void> {
  if (folder.includes('#'))
    throw new WaymarkError(
      `Vite cannot compile pages in a folder with # in its path: ${folder}. Rename that folder, or move the project.`,
    );
  const { siteUrl, basePath, siteConfig, signal } = options;
  const unfinished = `${folder}.begun`;
  const lockFile = `${renderers}.compiling.lock`;
  await waitForOrphan(lockFile);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const { ended } = runProgram(program, {
    lockFile,
    signal,
    env: {
      SITE_URL: siteUrl,
      BASE_PATH: basePath,
      SITE_CONFIG: siteConfig,
      OUT_DIR: join(unfinished, 'client'),
      // A folder that does not exist, so that the renderer cannot depend on content.
      CONTENT_DIR: join(unfinished, 'content'),
    },
  });
  await ended;
  await rm(join(unfinished, '.cache'), { recursive: true, force: true });
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
 * 1970.
 */
function markUsed(folder: string): number {
  writeFileSync(join(folder, 'used'), '');
  return usedAt(folder);
}

function usedAt(folder: string): number {
  const { mtimeMs = 0 } = statSync(join(folder, 'used'), { throwIfNoEntry: false }) ?? {};
  return mtimeMs;
}
