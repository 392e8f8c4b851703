import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk, readLook } from '../../../scripts/service/desk.ts';
import { openSite } from '../../../scripts/service/site.ts';
import { release } from '../../service/sample.ts';
import { releaseEntry } from '../../support/entries.ts';
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

test("refuses a site's folder that is missing, which would leave the desk without the site", async () => {
  await using folder = await tempFolder();
  const opened = openDesk({}, { host: '127.0.0.1', site: join(folder.path, 'typo') });
  await expect(opened).rejects.toThrow(/^There is no folder \/.*typo\. Let --site name/);
});

test('steps that wait say what they wait for, and which settings may be wrong', async () => {
  await using folder = await tempFolder();
  const channels = ['team', 'fixes'];
  const shown = release('r', { channels });
  const steps = async () =>
    (await openSite(folder.path, {}).steps(shown)).map(({ state, why }) => [state, why]);
  const announced = [
    ['waiting', 'it is not live yet'],
    ['waiting', 'it is not live yet'],
  ];
  expect(await steps()).toEqual([
    ['waiting', 'nothing was synced there yet, or --site or CONTENT_DIR names another folder'],
    ['waiting', undefined],
    ...announced,
  ]);
  const { slug, updated_at } = shown;
  const entry = releaseEntry('r', { slug, updated_at });
  const page = join(folder.path, 'dist/releases', shown.slug);
  const file = (path: string, text: string) => writeFile(join(folder.path, path), text);
  await mkdir(join(folder.path, 'content/releases'), { recursive: true });
  expect((await steps())[0]).toEqual(['waiting', 'the next sync reads it']);
  await file(`content/releases/${shown.slug}.json`, JSON.stringify(entry));
  await mkdir(page, { recursive: true });
  await writeFile(join(page, 'index.html'), '');
  const row = { target: 'team', item: 'r', state: 'failed', at: '2026-01-01T00:00:00Z' };
  const rows = [{ ...row, why: 'ECONNREFUSED' }];
  await file('announce-ledger.json', JSON.stringify({ version: 1, targets: {}, seen: {}, rows }));
  expect(await steps()).toEqual([
    ['done', undefined],
    ['done', undefined],
    ['stopped', 'ECONNREFUSED; the next run tries again'],
    ['waiting', 'the receiver sends it after a run; if not, “doctor” says why'],
  ]);
});
