import { expect, test } from 'vitest';
import { contributorKind } from '../../../src/service/resources/kinds/parts.ts';
import { listFiles, removeFile } from '../../../src/service/resources/uploads/manage-files.ts';
import { onSample } from '../resources/kinds/on-sample.ts';
import { milestone, release, sample } from '../sample.ts';
import { filesOf, upload } from '../upload.ts';

const address = 'https://api.example.com/files/shot.png';
const attachment = (url: string) => ({
  ...{ id: url, type: 'FILE' as const },
  content: { title: 'A', url, size: 1, type: 'image/png' },
});
const data = {
  ...sample(),
  releases: [
    release('r', {
      body: `<img src="${address}">`,
      hero: { type: 'image', url: '/files/shot.png' },
      attachments: [attachment('/files/shot.png'), attachment('/files/other.png')],
    }),
  ],
  milestones: [milestone('m', { attachments: [attachment('/files/shot.png')] })],
};
const files = ['other.png', 'shot.png'].map((name) => ({
  ...{ name, type: 'image/png', bytes: new Uint8Array([1, 2]) },
}));

test('lists files with what uses them, and since when nothing uses the others', async () => {
  await using it = await onSample({ data, files });
  const { path } = (await upload(it, 'Words')).body;
  expect(await listFiles(it.db)).toEqual(
    [
      {
        ...{ name: path.slice('/files/'.length), type: 'text/plain; charset=utf-8', size: 5 },
        ...{ uses: [], unused_since: it.clock.now().toISOString() },
      },
      {
        ...{ name: 'other.png', type: 'image/png', size: 2, unused_since: null },
        uses: [{ table: 'release', id: 'r', title: 'Title of r' }],
      },
      {
        ...{ name: 'shot.png', type: 'image/png', size: 2, unused_since: null },
        uses: [
          { table: 'release', id: 'r', title: 'Title of r' },
          { table: 'milestone', id: 'm', title: 'Title of m' },
        ],
      },
    ].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
});

test('a file in use is only removed with everything that is this file', async () => {
  await using it = await onSample({ data, files });
  await it.edit(contributorKind, 'c-ada', { avatar_url: address });
  await it.told();
  const now = it.clock.now();
  const refused = await removeFile(it.db, 'shot.png', { withAll: false, now });
  expect([refused.kind, await it.told()]).toEqual(['used', []]);
  expect(await filesOf(it)).toHaveLength(2);
  const removed = await removeFile(it.db, 'shot.png', { withAll: true, now });
  expect(removed).toMatchObject({
    kind: 'done',
    uses: [{ id: 'r' }, { id: 'm' }, { id: 'c-ada' }],
  });
  expect([await filesOf(it), await it.told()]).toEqual([['other.png'], ['file shot.png']]);
  expect((await it.get('/v1/releases/r')).body).toMatchObject({
    ...{ body: `<img src="${address}">`, hero: null, updated_at: now.toISOString() },
    attachments: [{ content: { url: '/files/other.png' } }],
    contributors: [{ avatar_url: null }],
  });
  expect((await it.get('/v1/milestones/m')).body.attachments).toEqual([]);
});

test('a file that nothing uses is removed at once, without an event', async () => {
  await using it = await onSample();
  const name = (await upload(it, 'Words')).body.path.slice('/files/'.length);
  const options = { withAll: false, now: it.clock.now() };
  expect(await removeFile(it.db, name, options)).toEqual({ kind: 'done', uses: [] });
  expect([await filesOf(it), await it.told()]).toEqual([[], []]);
  expect(await removeFile(it.db, name, options)).toEqual({ kind: 'missing' });
});
