import { expect, test } from 'vitest';
import { filesIn } from '../support/files-in.ts';
import { milestoneRow, releaseRow } from '../support/rows.ts';
import { mp4, palettePng } from './pictures.ts';
import { startSync } from './run-sync.ts';

const png = new Uint8Array(await palettePng());
const pictures = () =>
  new Map([
    ['/files/a.png', () => new Response(png)],
    ['/files/film.mp4', () => new Response(new Uint8Array(mp4))],
  ]);
const assetsOf = async (folder: string) =>
  Object.keys(await filesIn(folder)).filter((path) => path.startsWith('assets/'));
const file = { id: 'f', type: 'FILE', content: { title: 'x', url: '/files/a.png', size: 1 } };

test.each([
  [
    'hero of a release',
    { releases: [releaseRow('a', { hero: { type: 'image', url: '/files/a.png' } })] },
  ],
  [
    'film of a release',
    { releases: [releaseRow('a', { hero: { type: 'video', url: '/files/film.mp4' } })] },
  ],
  ['picture in a body', { releases: [releaseRow('a', { body: '<img src="/files/a.png">' })] }],
  [
    'picture in a change',
    { releases: [releaseRow('a', { changes: [{ content: '<p>x<img src="/files/a.png"></p>' }] })] },
  ],
  ['file of a release', { releases: [releaseRow('a', { attachments: [file] })] }],
  [
    'picture in a milestone',
    { milestones: [milestoneRow('a', { body: '<img src="/files/a.png">' })] },
  ],
  ['file of a milestone', { milestones: [milestoneRow('a', { attachments: [file] })] }],
])('copies the %s, and keeps it while an entry shows it', async (_what, shown) => {
  await using it = await startSync({ ...shown, answers: pictures() });
  await it.run();
  const assets = await assetsOf(it.folder);
  expect(assets).toEqual([expect.stringMatching(/^assets\/[0-9a-f]{20}\.(?:png|mp4)$/)]);
  await it.run();
  expect(await assetsOf(it.folder)).toEqual(assets);
});

test('removes a picture along with the entry that showed it', async () => {
  const hero = { type: 'image', url: '/files/a.png' };
  const releases = [releaseRow('a', { hero }), releaseRow('b')];
  await using it = await startSync({ releases, answers: pictures() });
  await it.run();
  it.script.releases = [releaseRow('a', { hero, is_public: false }), releaseRow('b')];
  await it.run();
  expect(await assetsOf(it.folder)).toEqual([]);
});

test('reports what it could not copy, and keeps the entry', async () => {
  await using it = await startSync({
    releases: [releaseRow('a', { body: '<p>x<img src="/files/none.png" alt="y"></p>' })],
  });
  const report = await it.run();
  expect(report).toMatchObject({
    releases: { added: ['a'] },
    warnings: ['Release “Title of a”: left out /files/none.png: status 404'],
  });
  expect((await it.content()).releases.get('a')?.body).toBe('<p>xy</p>');
});
