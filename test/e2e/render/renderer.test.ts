// @module-tag soak

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { waitForLock } from '../../../src/lib/files/lock.ts';
import { ownFilesName } from '../../../src/publish/generations/own-files.ts';
import { fingerprintsOf } from '../../../src/render/compile/fingerprint.ts';
import { rendererFor } from '../../../src/render/compile/renderer.ts';
import { runCommand } from '../../support/command.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { withoutCards } from '../whole-path/written-site.ts';

const astro = resolve('node_modules/astro/bin/astro.mjs');
const bothWays = fileURLToPath(new URL('both-ways.ts', import.meta.url));
// The same settings as in other tests, which can then share the compiled renderer.
const settings = { siteUrl: 'https://example.com', basePath: '/notes/', siteConfig: '' };
beforeAll(async () => {
  const temp = await tempFolder();
  settings.siteConfig = join(temp.path, 'site.config.ts');
  await writeFile(settings.siteConfig, `export default ${JSON.stringify(withoutCards)};\n`);
  return () => temp[Symbol.asyncDispose]();
});

test('files of every kind are the same when rendered through Astro’s public API', async () => {
  const { entry, settings: config } = await rendererFor(settings);
  const args = [bothWays, entry, config, settings.siteUrl];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: {
      ...process.env,
      CONTENT_DIR: resolve('content'),
      NODE_ENV: 'production',
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  const files: [string, number, boolean][] = JSON.parse(stdout);
  expect(files.length).toBeGreaterThan(100);
  expect(
    files.filter(([path, size, isSame]) => (size === 0 && path !== '.nojekyll') || !isSame),
  ).toEqual([]);
  const pages = files.map(([path]) => path);
  expect(pages).toEqual(
    expect.arrayContaining([
      ...['index.html', '404.html', 'roadmap/index.html', 'search/index.html', 'rss.xml'],
      ...['subscribe/index.html', 'filters.json', '_headers', 'share.png', 'llms-full.txt'],
    ]),
  );
});

test('a renderer is reused for the same code and settings only', async () => {
  const [one, again] = [await rendererFor(settings), await rendererFor(settings)];
  expect(again).toEqual(one);
  const { compiled: other } = await fingerprintsOf({ ...settings, basePath: '/' });
  expect(one.entry).not.toContain(other);
  const { compiled, whole } = await fingerprintsOf(settings);
  expect(one.entry).toContain(compiled);
  expect(one.fingerprint).toBe(whole);
});

test('a changed setting or address uses the same renderer, and gives pages another fingerprint', async () => {
  await using temp = await tempFolder();
  const siteConfig = join(temp.path, 'site.config.ts');
  const withName = (name: string) =>
    writeFile(siteConfig, `export default ${JSON.stringify({ ...withoutCards, name })};\n`);
  await withName('Acme');
  const one = await rendererFor({ ...settings, siteConfig });
  await withName('Board');
  const other = await rendererFor({ ...settings, siteConfig });
  const moved = await rendererFor({ ...settings, siteConfig, siteUrl: 'https://news.example' });
  expect(other.entry).toBe(one.entry);
  expect(moved.entry).toBe(one.entry);
  const fingerprints = [one, other, moved].map(({ fingerprint }) => fingerprint);
  expect(new Set(fingerprints).size).toBe(3);
});

test('a build lists its files, and contains no files of the build and no empty folders', async () => {
  await using temp = await tempFolder();
  const files = await builtByCommand(join(temp.path, 'dist'));
  expect(JSON.parse(files[ownFilesName] ?? '').files).toEqual(Object.keys(files).sort());
  const types =
    /\.(?:css|html|ico|jpg|js|json|md|opml|png|svg|txt|webmanifest|webp|woff2|xml|xsl)$/;
  const others = Object.keys(files).filter((path) => !types.test(path));
  expect(others.toSorted()).toEqual(['.nojekyll', '_headers']);
});

// Astro compiles all pages again, which takes long.
test.each(process.env.SOAK_RUNS ? ['build'] : [])(
  '`astro %s` gives the same site',
  async (name) => {
    // Astro moves files from the project to the output, which only works on the same disk.
    await mkdir(resolve('.cache'), { recursive: true });
    await using temp = await tempFolder(resolve('.cache'));
    const bare = join(temp.path, 'bare/dist');
    const { [ownFilesName]: _list, ...files } = await builtByCommand(join(temp.path, 'dist'));
    {
      // Two Astro builds at once would spoil the files that Astro keeps in the project.
      using _lock = await waitForLock(resolve('.cache/renderers.lock'), '', {});
      await promisify(execFile)(process.execPath, [astro, name], {
        env: { ...process.env, ...env, OUT_DIR: bare, NODE_ENV: 'production', BASE_URL: undefined },
      });
    }
    expect(files).toEqual(await filesIn(bare));
  },
);

const env = { CONTENT_DIR: resolve('content') };

async function builtByCommand(outDir: string): Promise<Record<string, string>> {
  const built = await runCommand('build', { cwd: resolve('.'), args: ['--out', outDir], env });
  expect(built).toMatchObject({ code: 0, stderr: '' });
  expect(built.stdout).toMatch(
    /^Feeds, the sitemap and canonical links contain http:\/\/localhost:4321, which readers/m,
  );
  expect(emptyFoldersIn(outDir)).toEqual([]);
  return filesIn(outDir);
}

function emptyFoldersIn(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const filled = new Set(entries.map(({ parentPath }) => parentPath));
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((folder) => !filled.has(folder));
}
