import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { encodeVariants } from '../../../src/lib/picture.ts';
import { variantName } from '../../../src/model/content/variants.ts';
import { unpackInto } from '../package/packed.ts';

/** A fixture of a site that the changelog is mounted in. */
export type HostName = 'plain' | 'starlight';

/** Packages that the site has besides Waymark. */
const packages = ['astro', '@astrojs/starlight'];

/**
 * Copies a fixture to a folder and unpacks Waymark's tarball into it. The folder has to be inside
 * the project: for files outside its root, Astro mistakes script names for addresses.
 * @param folder must not exist yet
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
  await putContent(join(folder, 'content'));
}

/** Puts the sample there, with a smaller version of a picture. */
async function putContent(folder: string): Promise<void> {
  await cp(resolve('content'), folder, { recursive: true });
  const file = join(folder, 'releases/what-waymark-is-for.json');
  const entry = JSON.parse(await readFile(file, 'utf8'));
  const picture = entry.hero.asset.file;
  const original = await readFile(join(folder, 'assets', picture));
  for (const { data, width } of await encodeVariants(original, [800]))
    await writeFile(join(folder, 'assets', variantName(picture, width)), data);
  await writeFile(file, JSON.stringify({ ...entry, pictures: { [picture]: [800] } }));
}

/** Builds a site; on failure, the error has `stdout` and `stderr`. */
export async function buildHost(folder: string, env: Record<string, string> = {}): Promise<void> {
  const astro = resolve('node_modules/astro/bin/astro.mjs');
  const options = { cwd: folder, env: { ...environment(), ...env } };
  await promisify(execFile)(process.execPath, [astro, 'build'], options);
}

/** Starts `astro dev` for a site; returns its address. */
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

/**
 * The environment without Waymark's settings and without test variables, which change Astro's
 * output.
 */
function environment(): NodeJS.ProcessEnv {
  const { CONTENT_DIR, OUT_DIR, SITE_URL, BASE_PATH, VITEST, NODE_ENV, ...rest } = process.env;
  return { ...rest, ASTRO_TELEMETRY_DISABLED: '1' };
}
