import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SettingsError } from '../../../src/model/errors.ts';
import { readUpstreamSettings, readZoneWarning } from '../../../src/sync/run/sources-settings.ts';
import { sourceFolder } from '../../sources/source-folder.ts';
import { releaseRow } from '../../support/rows.ts';
import { startSync } from '../run-sync.ts';

const file = (sources: string) => `workspace: { id: w, name: W }\nsources:\n${sources}`;
const api = { API_BASE_URL: 'https://api.example.com', API_KEY: 'k' };

async function read(text: string, env: Record<string, string> = {}) {
  await using folder = await sourceFolder({ 'other.yaml': text });
  const SOURCES = join(folder.path, 'other.yaml');
  return { ...(await readUpstreamSettings({ SOURCES, ...env })), SOURCES };
}

test('reads the API without a file', async () => {
  const SERVICE_URL = 'https://releases.example.com';
  expect(await readUpstreamSettings({ ...api, SERVICE_URL })).toMatchObject({
    api: { baseUrl: 'https://api.example.com', key: 'k', publicUrl: SERVICE_URL },
    sources: undefined,
  });
  await expect(readUpstreamSettings({ API_KEY: 'k' })).rejects.toThrow(SettingsError);
  await expect(readUpstreamSettings({})).rejects.toThrow(
    /^There is no sources\.yaml, and API_BASE_URL is not set\.\n.*waymark init --changelog FILE/,
  );
});

test('sources without the API need no key', async () => {
  const settings = await read(file('  - markdown: releases\n'), { GITHUB_TOKEN: 't' });
  expect(settings).toMatchObject({
    api: undefined,
    sources: {
      file: settings.SOURCES,
      settings: { GITHUB_API_URL: 'https://api.github.com', GITHUB_TOKEN: 't' },
    },
  });
});

test('sources with the API need the API’s settings', async () => {
  const text = file('  - api: true\n  - markdown: releases\n');
  expect(await read(text, api)).toMatchObject({ api: { key: 'k' }, sources: {} });
  await expect(read(text)).rejects.toThrow('API_KEY');
});

test('a named file must exist and be valid', async () => {
  await expect(readUpstreamSettings({ ...api, SOURCES: '/nowhere/sources.yaml' })).rejects.toThrow(
    '/nowhere/sources.yaml cannot be read (ENOENT). Check the file, and SOURCES if it is set.',
  );
  await expect(read(file('  - gitlab: a/b\n'), api)).rejects.toThrow('other.yaml:3: sources.0: ');
});

test('a time zone that differs from the site’s is a warning that says what to write', async () => {
  await using folder = await sourceFolder({
    'zone.yaml': `${file('  - markdown: releases\n')}timeZone: Europe/Berlin\n`,
    'plain.yaml': file('  - markdown: releases\n'),
    'broken.yaml': 'sources: 1\n',
  });
  const warningOf = (name: string, zone: string) =>
    readZoneWarning({ SOURCES: join(folder.path, name) }, zone, folder.path);
  expect(await warningOf('zone.yaml', 'Europe/Berlin')).toBeUndefined();
  expect(await warningOf('plain.yaml', 'UTC')).toBeUndefined();
  expect(await warningOf('plain.yaml', 'Asia/Tokyo')).toMatch(
    /^The timeZone is Asia\/Tokyo in .* begin in UTC by .*plain\.yaml, .*\. Write timeZone: Asia\/Tokyo into /,
  );
  expect(await warningOf('broken.yaml', 'Asia/Tokyo')).toBeUndefined();
});

test('without sources.yaml, another time zone is a warning if a release has a day', async () => {
  const day = { released_at: '2026-01-01T12:00:00.000Z', released_on: '2026-01-01' };
  await using it = await startSync({ releases: [releaseRow('a')] });
  const warningIn = (zone: string) => readZoneWarning({}, zone, it.folder);
  expect(await warningIn('Asia/Tokyo')).toBeUndefined();
  await it.run();
  expect(await warningIn('Asia/Tokyo')).toBeUndefined();
  it.script.releases = [releaseRow('a'), releaseRow('b', day)];
  await it.run();
  expect(await warningIn('UTC')).toBeUndefined();
  expect(await warningIn('Asia/Tokyo')).toMatch(
    /^The timeZone is Asia\/Tokyo .* begin in UTC without sources\.yaml, .* Write sources\.yaml .* timeZone: Asia\/Tokyo /,
  );
});
