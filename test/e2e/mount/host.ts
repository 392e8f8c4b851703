import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeVariants } from '../../../src/lib/picture.ts';
import { variantName } from '../../../src/model/content/variants.ts';
import { unpackInto } from '../package/packed.ts';

/** A fixture of a site that the changelog is mounted in. */
export type HostName = 'plain' | 'starlight';

/**
 * Puts Waymark, unpacked from its tarball, and the packages that a site has besides it into a folder.
 * Sites below that folder use them.
 */
export async function putPackages(folder: string): Promise<void> {
  for (const one of ['astro', '@astrojs/starlight']) {
    const link = join(folder, 'node_modules', one);
    await mkdir(dirname(link), { recursive: true });
    await symlink(resolve('node_modules', one), link);
  }
  const waymark = await unpackInto(folder);
  await symlink(resolve('node_modules'), join(waymark, 'node_modules'));
}

/**
 * Copies a fixture to a folder, which must not exist yet. The folder has to be inside the project:
 * for files outside its root, Astro mistakes script names for addresses.
 */
export async function putHost(name: HostName, folder: string): Promise<void> {
  await cp(resolve('test/e2e/mount/fixtures', name), folder, { recursive: true });
  await putContent(join(folder, 'content'));
}

/** Entries that the tests do not need, as the others have the same kinds of elements. */
const unneeded =
  /waymark-0-[12]-|waymark-0-3-0|waymark-0-4-1|a-sync-to|atom-json|the-whole-api|generations|the-interface/;

/** Puts a part of the sample there, with a smaller version of a picture. */
async function putContent(folder: string): Promise<void> {
  const filter = (path: string) => !unneeded.test(path);
  await cp(resolve('content'), folder, { recursive: true, filter });
  const file = join(folder, 'releases/what-waymark-is-for.json');
  const entry = JSON.parse(await readFile(file, 'utf8'));
  const picture = entry.hero.asset.file;
  const original = await readFile(join(folder, 'assets', picture));
  for (const { data, width } of await encodeVariants(original, [800]))
    await writeFile(join(folder, 'assets', variantName(picture, width)), data);
  await writeFile(file, JSON.stringify({ ...entry, pictures: { [picture]: [800] } }));
}

/** Builds sites one after another. */
export interface Builder extends AsyncDisposable {
  /** @param env is also set for later builds */
  build(folder: string, env?: Record<string, string>): Promise<void>;
}

/** Starts one process for several builds, because loading Astro takes as long as a small build. */
export function startBuilder(): Builder {
  const child = fork(fileURLToPath(import.meta.resolve('./build-child.ts')), {
    env: environment(),
  });
  const gone = once(child, 'exit');
  // A message to a child that ended is an error, which "gone" already reports.
  child.on('error', () => {});
  return {
    build: async (folder, env = {}) => {
      child.send({ folder, env });
      const [{ error }] = await Promise.race([
        once(child, 'message'),
        gone.then(() => [{ error: 'the process of astro build ended' }]),
      ]);
      if (error !== undefined) throw new Error(error);
    },
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.disconnect();
      await gone;
    },
  };
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
  return { ...rest, ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DISABLE_UPDATE_CHECK: 'true' };
}
