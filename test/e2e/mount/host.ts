import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** A site that the changelog is put into: a copy of a fixture, with its packages. */
export type HostName = 'plain' | 'starlight';

/** What a site's packages lead to. */
const packages = {
  astro: 'node_modules/astro',
  '@astrojs/starlight': 'node_modules/@astrojs/starlight',
  waymark: '.',
};

/**
 * Puts a site there. It has to lie below this folder: of files elsewhere Astro takes the names of
 * scripts for addresses. @param folder not there yet
 */
export async function putHost(name: HostName, folder: string): Promise<void> {
  await cp(resolve('test/e2e/mount/fixtures', name), folder, { recursive: true });
  for (const [one, place] of Object.entries(packages)) {
    const link = join(folder, 'node_modules', one);
    await mkdir(dirname(link), { recursive: true });
    await symlink(resolve(place), link);
  }
  await symlink(resolve('content'), join(folder, 'content'));
}

/** Builds a site; what went wrong is in the error's `stderr`. */
export async function buildHost(folder: string, env: Record<string, string> = {}): Promise<void> {
  const { CONTENT_DIR, OUT_DIR, SITE_URL, BASE_PATH, ...rest } = process.env;
  await promisify(execFile)(
    process.execPath,
    [resolve('node_modules/astro/bin/astro.mjs'), 'build'],
    {
      cwd: folder,
      env: { ...rest, ...env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: '' },
    },
  );
}
