// @module-tag soak

import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ownFilesName } from '../../../src/publish/generations/own-files.ts';
import { fingerprintsOf } from '../../../src/render/compile/fingerprint.ts';
import { rendererFor } from '../../../src/render/compile/renderer.ts';
import { runCommand } from '../../support/command.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { withoutCards } from '../whole-path/written-site.ts';

// The same settings as in other tests, which can then share the compiled renderer.
const settings = { siteUrl: 'https://example.com', basePath: '/notes/', siteConfig: '' };
beforeAll(async () => {
  const temp = await tempFolder();
  settings.siteConfig = join(temp.path, 'site.config.ts');
  await writeFile(settings.siteConfig, `export default ${JSON.stringify(withoutCards)};\n`);
  return () => temp[Symbol.asyncDispose]();
});

test('a renderer is reused for the same code', async () => {
  const [one, again] = [await rendererFor(settings), await rendererFor(settings)];
  expect(again).toEqual(one);
  const { compiled, whole } = await fingerprintsOf(settings);
  expect(one.entry).toContain(compiled);
  expect(one.fingerprint).toBe(whole);
});

test('a changed setting, address or base path uses the same renderer, and gives pages another fingerprint', async () => {
  await using temp = await tempFolder();
  const siteConfig = join(temp.path, 'site.config.ts');
  const withName = (name: string) =>
    writeFile(siteConfig, `export default ${JSON.stringify({ ...withoutCards, name })};\n`);
  await withName('Acme');
  const one = await rendererFor({ ...settings, siteConfig });
  await withName('Board');
  const other = await rendererFor({ ...settings, siteConfig });
  const moved = await rendererFor({ ...settings, siteConfig, siteUrl: 'https://news.example' });
  const below = await rendererFor({ ...settings, siteConfig, basePath: '/' });
  const all = [one, other, moved, below];
  expect(new Set(all.map(({ entry }) => entry)).size).toBe(1);
  const fingerprints = all.map(({ fingerprint }) => fingerprint);
  expect(new Set(fingerprints).size).toBe(4);
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
