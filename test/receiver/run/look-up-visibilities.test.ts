import { expect, test } from 'vitest';
import { lookUpVisibilities } from '../../../src/receiver/run/look-up-visibilities.ts';
import { releaseRow } from '../../support/rows.ts';
import { startSync } from '../../sync/run-sync.ts';

test('requests only releases that the sync did not add', async () => {
  const draft = releaseRow('r-2', { status: 'DRAFT' });
  await using it = await startSync({ releases: [releaseRow('r-1'), draft, releaseRow('late')] });
  it.script.unlisted.add('late');
  it.script.answers.set('/v1/releases/broken', () => new Response('no', { status: 403 }));
  await it.run();
  it.api.askedFor();
  const visibilities = await lookUpVisibilities(['r-1', 'r-2', 'late', 'gone', 'broken'], {
    api: { baseUrl: it.api.url, key: 'k', auth: 'bearer' },
    contentDir: it.folder,
  });
  const kinds = [...visibilities].map(([id, { kind }]) => [id, kind]);
  expect(Object.fromEntries(kinds)).toEqual({
    'r-1': 'public',
    'r-2': 'not-public',
    late: 'not-yet',
    gone: 'not-public',
  });
  expect(it.api.askedFor()).not.toContain('/v1/releases/r-1');
});
