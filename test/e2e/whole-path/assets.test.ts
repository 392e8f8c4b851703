import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let folder: string;
let dist: string;
const page = (path: string) => readFile(join(dist, path, 'index.html'), 'utf8');

beforeAll(async () => {
  const temp = await tempFolder();
  folder = temp.path;
  dist = join(folder, 'dist');
  const place = { SITE_URL: 'https://example.com', BASE_PATH: '/notes/' };
  const env = { ...place, CONTENT_DIR: resolve('content'), OUT_DIR: dist };
  expect(await runCommand('build', { cwd: folder, env })).toMatchObject({ code: 0, stderr: '' });
  return () => temp[Symbol.asyncDispose]();
}, 60_000);

test('a release shows its contributors with pictures that the site hosts', async () => {
  const html = await page('releases/what-waymark-is-for');
  const avatars = [...html.matchAll(/<img class="avatar"[^>]*>/g)].map(([tag]) => tag);
  expect(avatars).toHaveLength(2);
  for (const tag of avatars) {
    expect(tag).toMatch(/ src="\/notes\/assets\/[0-9a-f]{20}\.webp" width="96" height="96" alt/);
    expect(tag).toMatch(/ alt(?:="")?[ >]/);
  }
  expect(html.replace(/<[^>]*>|\s+/g, ' ')).toMatch(/By +Ada Winter +Jonas Berg/);
});

test('a file is downloaded under its title', async () => {
  const html = await page('releases/waymark-0-4-0');
  expect(html).toMatch(
    /<a href="\/notes\/assets\/[0-9a-f]{20}\.png" download="The way up, a poster \(PNG\)\.png"/,
  );
});

test('the site has the same pictures as the content, and pages show only these', async () => {
  const names = await readdir(join(dist, 'assets'));
  expect(names.sort()).toEqual((await readdir('content/assets')).sort());
  for (const name of names)
    expect(await readFile(join(dist, 'assets', name))).toEqual(
      await readFile(join('content/assets', name)),
    );
  const shown = [...(await page('')).matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, src]) => src);
  expect(shown.length).toBeGreaterThan(0);
  for (const src of shown) expect(names.map((name) => `/notes/assets/${name}`)).toContain(src);
});
