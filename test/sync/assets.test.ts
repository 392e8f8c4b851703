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

test('a picture in a change that is copied later is no correction of the change', async () => {
  const content =
    '<p>Close a hole <img src="/files/late.png" alt="a &quot;b&quot; &lt; c &amp; d"></p>';
  const row = (over = {}) => releaseRow('a', { changes: [{ content }], ...over });
  await using it = await startSync({ releases: [row()] });
  await it.run();
  it.script.answers.set('/files/late.png', () => new Response(png));
  it.script.releases = [row({ summary: 'Edited', updated_at: '2026-02-01T00:00:00.000Z' })];
  await it.run({ full: true });
  expect((await it.content()).releases.get('a')?.changes[0]?.html).toContain('<img');
  expect((await it.content()).releaseLog?.corrections).toEqual([]);
});
