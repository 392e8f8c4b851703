import { execFile } from 'node:child_process';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { digest } from '../src/lib/digest.ts';
import { WaymarkError } from '../src/model/errors.ts';
import { replaceSite } from '../src/publish/replace-site.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const astro = fileURLToPath(new URL('bin/astro.mjs', import.meta.resolve('astro/package.json')));

export interface BuildOptions {
  /** Absolute. */
  contentDir: string;
  /** Absolute. */
  outDir: string;
  siteUrl: string;
  basePath: string;
  /** What `site.config.ts` is called here, absolute. */
  siteConfig?: string;
  signal?: AbortSignal;
}

/**
 * Renders the content and puts the new site in the old one's place. Gives its number of files.
 * @throws WaymarkError with what went wrong; the old site stays
 */
export function buildSite(options: BuildOptions): Promise<number> {
  const { outDir } = options;
  // Astro works inside the project, since it cannot work across file systems.
  const workshop = join(root, '.cache', 'builds', digest(outDir, 16));
  return replaceSite({
    outDir,
    lockFile: `${workshop}.lock`,
    render: async (folder) => {
      const site = join(workshop, 'site');
      await rm(workshop, { recursive: true, force: true });
      await runAstro(site, options);
      await mkdir(dirname(folder), { recursive: true });
      await move(site, folder);
      await rm(workshop, { recursive: true });
    },
  });
}

/** In a process of its own: builds in one process leave their modules behind. */
async function runAstro(site: string, options: BuildOptions): Promise<void> {
  const { contentDir, siteUrl, basePath, siteConfig, signal } = options;
  const env = {
    ...process.env,
    CONTENT_DIR: contentDir,
    SITE_URL: siteUrl,
    BASE_PATH: basePath,
    OUT_DIR: site,
    SITE_CONFIG: siteConfig ?? join(root, 'site.config.ts'),
    ASTRO_TELEMETRY_DISABLED: '1',
    // Set by test runners; Astro would take it for the mode of the build.
    NODE_ENV: 'production',
  };
  try {
    // Astro tells of every page, and of a large site more than is kept unless asked for.
    const running = { cwd: root, env, signal, maxBuffer: Number.POSITIVE_INFINITY };
    await promisify(execFile)(process.execPath, [astro, 'build'], running);
  } catch (error) {
    signal?.throwIfAborted();
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new WaymarkError(
      `The site could not be built; the old one stays. Astro said:\n${stdout}${stderr}`.trimEnd(),
      { cause: error },
    );
  }
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true });
    await rm(from, { recursive: true });
  }
}
