import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unpackInto } from '../package/packed.ts';

/** A site that the changelog is put into: a copy of a fixture, with its packages. */
export type HostName = 'plain' | 'starlight';

/** What a site has beside Waymark. */
const packages = ['astro', '@astrojs/starlight'];

/**
 * Puts a site there, with Waymark as npm puts it: what the tarball holds, in a folder of its own. It has to lie below this folder: of files elsewhere Astro takes the names of
 * scripts for addresses. @param folder not there yet
 */
export async function putHost(name: HostName, folder: string): Promise<void> {
  await cp(resolve('test/e2e/mount/fixtures', name), folder, { recursive: true });
  for (const one of packages) {
    const link = join(folder, 'node_modules', one);
    await mkdir(dirname(link), { recursive: true });
    await symlink(resolve('node_modules', one), link);
  }
  const waymark = await unpackInto(folder);
  await symlink(resolve('node_modules'), join(waymark, 'node_modules'));
  await symlink(resolve('content'), join(folder, 'content'));
}

/** Builds a site; what went wrong is in the error's `stdout` and `stderr`. */
export async function buildHost(folder: string, env: Record<string, string> = {}): Promise<void> {
  const astro = resolve('node_modules/astro/bin/astro.mjs');
  const options = { cwd: folder, env: { ...environment(), ...env } };
  await promisify(execFile)(process.execPath, [astro, 'build'], options);
}

/** Has Astro show a site while it is worked on; gives where. */
export async function developHost(folder: string): Promise<AsyncDisposable & { url: string }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./dev-child.ts'))], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const [port] = await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data'),
    gone.then(() => Promise.reject(new Error('astro dev ended'))),
  ]);
  return {
    url: `http://localhost:${port.trim()}`,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await gone;
    },
  };
}

/** Neither with Waymark's own settings, nor as in a test, where Astro leaves things out. */
function environment(): NodeJS.ProcessEnv {
  const { CONTENT_DIR, OUT_DIR, SITE_URL, BASE_PATH, VITEST, NODE_ENV, ...rest } = process.env;
  return { ...rest, ASTRO_TELEMETRY_DISABLED: '1' };
}
