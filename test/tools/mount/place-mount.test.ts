import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroConfig } from 'astro';
import { expect, test } from 'vitest';
import { mountOf } from '../../../src/tools/mount/mount.ts';
import { placeMount } from '../../../src/tools/mount/place-mount.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function site(settings: object = {}) {
  const temp = await tempFolder();
  await mkdir(join(temp.path, 'content'));
  await writeFile(join(temp.path, 'content/workspace.json'), '{}');
  const config = {
    root: pathToFileURL(`${temp.path}/`),
    site: 'https://example.com',
    base: '/',
    trailingSlash: 'ignore',
    build: { format: 'directory' },
    security: {},
    integrations: [],
  };
  return { temp, config: { ...config, ...settings } as unknown as AstroConfig };
}
const mount = mountOf({ base: '/changelog', content: './content' });

test.each([
  [{}, false],
  [{ trailingSlash: 'never' }, true],
  [{ trailingSlash: 'always', build: { format: 'file' } }, false],
  [{ build: { format: 'file' } }, true],
])('addresses follow the site’s settings for trailing slashes: %o', async (settings, bare) => {
  const { temp, config } = await site(settings);
  await using _gone = temp;
  expect(placeMount(mount, config)).toMatchObject({
    bare,
    path: '/changelog/',
    frame: 'InOwnFrame',
  });
});

test('pages are below the site’s base, and in Starlight’s frame if the site uses it', async () => {
  const { temp, config } = await site({
    base: '/docs',
    integrations: [{ name: '@astrojs/starlight' }],
    security: { csp: { directives: ["default-src 'none'"] } },
  });
  await using _gone = temp;
  expect(placeMount(mount, config)).toMatchObject({
    path: '/docs/changelog/',
    frame: 'InStarlight',
    policy: ["default-src 'none'"],
    settings: { theme: { paper: { light: '#ffffff' } } },
  });
});

test('tells a site without an address what to set', async () => {
  const { temp, config } = await site({ site: undefined });
  await using _gone = temp;
  expect(() => placeMount(mount, config)).toThrow(/needs the address of the site.*Set site/);
});

test('names a folder without content', async () => {
  const { temp, config } = await site();
  await using _gone = temp;
  const other = mountOf({ base: '/changelog', content: './nothing' });
  expect(() => placeMount(other, config)).toThrow(/no content in .*\/nothing.*waymark sync/);
});

test('names a layout that is missing or has no slot for the head', async () => {
  const { temp, config } = await site();
  await using _gone = temp;
  const within = mountOf({ base: '/changelog', content: './content', layout: './Base.astro' });
  expect(() => placeMount(within, config)).toThrow(/Base\.astro of waymark\(\) does not exist/);
  await writeFile(join(temp.path, 'Base.astro'), '<html><head></head><slot /></html>');
  expect(() => placeMount(within, config)).toThrow(/Base\.astro.*<slot name="head" \/>/);
  await writeFile(join(temp.path, 'Base.astro'), '<html><slot name="head" /><slot /></html>');
  expect(placeMount(within, config).frame).toBe('InLayout');
});
