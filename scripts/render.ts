import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { WaymarkError } from '../src/model/errors.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const astro = fileURLToPath(new URL('bin/astro.mjs', import.meta.resolve('astro/package.json')));

export interface RenderOptions {
  contentDir: string;
  siteUrl: string;
  basePath: string;
  signal?: AbortSignal;
}

/**
 * Runs one Astro build into `folder`, in a process of its own: builds in one process leave their
 * modules behind.
 * @throws WaymarkError with what Astro printed
 */
export async function render(folder: string, options: RenderOptions): Promise<void> {
  const { contentDir, siteUrl, basePath, signal } = options;
  const env = {
    ...process.env,
    CONTENT_DIR: contentDir,
    SITE_URL: siteUrl,
    BASE_PATH: basePath,
    OUT_DIR: folder,
    ASTRO_TELEMETRY_DISABLED: '1',
    // Set by test runners; Astro would take it for the mode of the build.
    NODE_ENV: 'production',
  };
  try {
    await promisify(execFile)(process.execPath, [astro, 'build'], { cwd: root, env, signal });
  } catch (error) {
    options.signal?.throwIfAborted();
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new WaymarkError(
      `The site could not be built; the old one stays. Astro said:\n${stdout}${stderr}`.trimEnd(),
      { cause: error },
    );
  }
}
