import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForLock } from '../../lib/files/lock.ts';
import { cacheFolder, moduleBeside } from '../../lib/files/places.ts';
import { type CompileSettings, fingerprintOf } from './fingerprint.ts';
import { runProgram, untilAlone } from './run-program.ts';

// Takes code and settings; gives the site's pages and documents compiled, to be rendered many times.
// Compiles only where no renderer of the same code and settings is kept.
// Never knows any content.

/** Compiled pages and documents. */
export interface Renderer {
  /** Of the code and the settings that it was made from. */
  fingerprint: string;
  /** Its module: `render/entry.ts` and all that it needs. */
  entry: string;
  /** Style sheets, scripts and faces that its pages refer to: a folder for the root of the site. */
  assets: string;
  /** A folder for what it rendered that is worth keeping. */
  kept: string;
  /** Where Node keeps what it made of its modules. */
  compiled: string;
}

interface RendererOptions extends CompileSettings {
  signal?: AbortSignal;
}

/** @throws WaymarkError with what went wrong, when the site cannot be compiled */
export async function rendererFor(options: RendererOptions): Promise<Renderer> {
  const fingerprint = await fingerprintOf(options);
  const folder = join(renderers, fingerprint);
  if (!existsSync(folder)) {
    // One at a time: Astro keeps files in the project that two of them would spoil. It takes
    // seconds: nobody is told.
    const { signal } = options;
    using _lock = await waitForLock(`${renderers}.lock`, '', signal ? { signal } : {});
    if (!existsSync(folder)) await compile(folder, options);
    sweep(folder);
  }
  markUsed(folder);
  return {
    fingerprint,
    entry: join(folder, 'server/prerender-entry.mjs'),
    assets: join(folder, 'client'),
    kept: join(folder, 'kept'),
    compiled: join(folder, 'compiled'),
  };
}

const renderers = cacheFolder('renderers');
const program = fileURLToPath(moduleBeside('../processes/compile', import.meta.url));

async function compile(folder: string, options: RendererOptions): Promise<void> {
  const { siteUrl, basePath, siteConfig, signal } = options;
  const begun = `${folder}${unfinished}`;
  const lockFile = `${renderers}.compiling.lock`;
  await untilAlone(lockFile);
  await rm(begun, { recursive: true, force: true });
  await mkdir(begun, { recursive: true });
  const { ended } = runProgram(program, {
    lockFile,
    signal,
    env: {
      SITE_URL: siteUrl,
      BASE_PATH: basePath,
      SITE_CONFIG: siteConfig,
      OUT_DIR: join(begun, 'client'),
      // There is none there: what is compiled is the same whatever the content.
      CONTENT_DIR: join(begun, 'content'),
    },
  });
  await ended;
  await rm(join(begun, '.cache'), { recursive: true, force: true });
  await rename(begun, folder);
}

const unfinished = '.begun';

/** Removes renderers that nobody used for a while, but for a few: settings are changed back, too. */
function sweep(current: string): void {
  const now = markUsed(current);
  const others = readdirSync(renderers)
    .map((name) => join(renderers, name))
    .filter((folder) => folder !== current)
    .map((folder) => ({ folder, used: usedAt(folder) }))
    .sort((a, b) => b.used - a.used);
  for (const { folder, used } of others.slice(mostKept - 1))
    if (now - used > inUseMs) rmSync(folder, { recursive: true, force: true });
}

const mostKept = 3;
/** Longer than a build takes, in milliseconds. */
const inUseMs = 2 * 60 * 60_000;

/** Gives the time, as the disk has it, in milliseconds since 1970. */
function markUsed(folder: string): number {
  writeFileSync(join(folder, 'used'), '');
  return usedAt(folder);
}

function usedAt(folder: string): number {
  const { mtimeMs = 0 } = statSync(join(folder, 'used'), { throwIfNoEntry: false }) ?? {};
  return mtimeMs;
}
