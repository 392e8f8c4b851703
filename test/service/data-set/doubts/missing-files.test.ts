import { expect, test } from 'vitest';
import type { Release } from '../../../../src/model/api/release.ts';
import { missingFiles } from '../../../../src/service/data-set/import-warnings.ts';
import type { StoredFile } from '../../../../src/service/resources/files.ts';
import { release, sample } from '../../sample.ts';
import { startService } from '../../start.ts';

const file = (name: string): StoredFile => ({
  name,
  type: 'image/png',
  bytes: new Uint8Array([1]),
});
const bare = { hero: null, attachments: [], changes: [], contributors: [] };
const missingOf = (over: Partial<Release>, names: string[] = []) =>
  missingFiles(undefined, {
    data: { ...sample(), milestones: [], releases: [release('r', { ...bare, ...over })] },
    files: names.map(file),
  });
const link = (url: string) => ({ id: 'a', type: 'LINK', content: { title: null, url } }) as const;

test('lists files that are neither beside the data set nor in the database', async () => {
  const data = sample();
  expect(await missingFiles(undefined, { data, files: [] })).toEqual(['hero.png', 'notes.pdf']);
  const files = [file('notes.pdf')];
  expect(await missingFiles(undefined, { data, files })).toEqual(['hero.png']);
  await using service = await startService({ data, files: [file('hero.png')] });
  expect(await missingFiles(service.db, { data, files: [] })).toEqual(['notes.pdf']);
  expect(await missingFiles(service.db, { data, files })).toEqual([]);
});

test.each<[string, string, Partial<Release>]>([
  ['a picture in a body', 'a b.png', { body: '<p><img alt="A" src="/files/a b.png"></p>' }],
  ['one without quotation marks', 'a.png', { body: '<img src=/files/a.png alt=A>' }],
  ['one in single quotation marks', 'a.png', { body: "<img src = '/files/a.png'>" }],
  ['an encoded name', 'ä b.png', { body: '<img SRC="/files/%C3%A4%20b.png?v=1">' }],
  [
    'a link in a change',
    'a.pdf',
    { changes: [{ id: 'c', change_id: 'fixed', content: '<a href="/files/a.pdf">A</a>' }] },
  ],
  ['an avatar', 'a.png', { contributors: [{ id: 'c', name: 'A', avatar_url: '/files/a.png' }] }],
  ['a hero', '100% (2).png', { hero: { type: 'image', url: '/files/100% (2).png' } }],
])('reports the file of %s as missing until it is there', async (_what, name, over) => {
  expect(await missingOf(over)).toEqual([name]);
  expect(await missingOf(over, [name])).toEqual([]);
});

test.each<[string, Partial<Release>]>([
  ['on another host', { body: '<img src="https://a.example/files/a.png">' }],
  ['on another host, as an attachment', { attachments: [link('https://a.example/files/a.png')] }],
  ['no name that a file can have', { body: '<img src="/files/a%00b.png">' }],
  ['in a text', { body: '<p>Look into "/files/a.png" or &quot;/files/b.png&quot;</p>' }],
])('does not report a file that is %s', async (_what, over) => {
  expect(await missingOf(over)).toEqual([]);
});
