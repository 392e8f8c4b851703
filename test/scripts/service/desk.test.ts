import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk, readLook } from '../../../scripts/service/desk.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('the desk looks like the last build of the site, whose code it does not load', async () => {
  await using folder = await tempFolder();
  const dist = join(folder.path, 'dist');
  expect(await readLook(dist)).toMatchObject({ language: 'en' });
  await mkdir(dist);
  await writeFile(join(dist, 'colours.css'), ':root{--accent:#123456}');
  await writeFile(join(dist, 'index.html'), '<!DOCTYPE html><html lang="de" dir="ltr">');
  const look = await readLook(dist);
  expect(look.language).toBe('de');
  expect(look.css).toMatch(/--paper:[\s\S]*--accent:#123456/);
  expect(Object.keys(look.fonts)).toEqual(['newsreader.woff2', 'waymark-sans.woff2']);
});

const url = 'https://api.example.com';

test.each<[Record<string, string>, string, boolean]>([
  [{}, '127.0.0.1', true],
  [{}, '::1', true],
  [{}, '0.0.0.0', false],
  [{ DESK: 'off' }, '127.0.0.1', false],
  [{ SERVICE_URL: 'http://localhost:4010' }, '127.0.0.1', true],
  [{ SERVICE_URL: url }, '127.0.0.1', false],
  [{ SERVICE_URL: url, DESK: 'on' }, '0.0.0.0', true],
])('with %j, a service at %s has a desk: %s', async (env, host, isOn) => {
  expect((await openDesk(env, { host })) !== undefined).toBe(isOn);
});

test.each([{}, { SERVICE_URL: 'http://api.example.com' }])(
  'refuses a desk for others without HTTPS (%j)',
  async (env) => {
    await expect(openDesk({ ...env, DESK: 'on' }, { host: '0.0.0.0' })).rejects.toThrow(
      /DESK=on needs HTTPS: set SERVICE_URL/,
    );
  },
);
