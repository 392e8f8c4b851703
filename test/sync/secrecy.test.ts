import { expect, test } from 'vitest';
import { filesIn } from '../support/files-in.ts';
import { milestoneRow, type Row, releaseRow, workspace } from '../support/rows.ts';
import { now, startSync } from './run-sync.ts';

const secret = {
  title: 'SECRET title',
  slug: 'secret-slug',
  body: '<p>SECRET body</p>',
  summary: 'SECRET summary',
  project: { id: 'p-secret', name: 'SECRET project', slug: 'secret-project' },
  labels: [{ id: 'l-secret', name: 'SECRET label', slug: 'secret-label', color: '#000000' }],
  changes: [
    { id: 'c', change_id: 't-secret', content: 'SECRET change' },
    { title: 'SECRET form', color: '#111111', content: 'SECRET change' },
  ],
  contributors: [{ id: 'u-secret', name: 'SECRET person', avatar_url: null }],
  hero: { type: 'image', url: '/files/secret.png' },
  attachments: [
    { id: 'a', type: 'LINK', content: { title: 'SECRET', url: 'https://secret.example' } },
  ],
};
const future = new Date(now.getTime() + 1000).toISOString();
const notPublic = [
  releaseRow('draft', { ...secret, status: 'DRAFT', released_at: null }),
  releaseRow('private', { ...secret, is_public: false }),
  releaseRow('unsaid', { ...secret, is_public: null }),
  releaseRow('planned', { ...secret, status: 'SCHEDULED', scheduled_at: future }),
  releaseRow('early', { ...secret, released_at: future }),
  releaseRow('undated', { ...secret, released_at: null }),
];
const script = () => ({
  workspace: {
    ...workspace,
    release_change_types: [
      ...workspace.release_change_types,
      { id: 't-secret', title: 'SECRET type', color: '#222222' },
    ],
    roadmap_status_types: [
      ...workspace.roadmap_status_types,
      { id: 's-secret', title: 'SECRET status', color: '#333333', stage: 'PLANNED' },
    ],
  },
  projects: [secret.project],
  releases: [releaseRow('open'), ...notPublic],
  milestones: [
    milestoneRow('plan'),
    milestoneRow('hidden', { ...secret, is_public: false, status: 'SECRET status' }),
  ],
});

test.each([
  ['the API filters as asked', true],
  ['the API ignores the filters', false],
])('writes nothing that is not public if %s', async (_when, filters) => {
  await using it = await startSync({ ...script(), filters });
  const report = await it.run();
  expect(JSON.stringify([await filesIn(it.folder), report])).not.toMatch(/secret/i);
  expect(report).toMatchObject({ releases: { added: ['open'] }, milestones: { added: ['plan'] } });
});

test('never requests a picture of a private entry', async () => {
  await using it = await startSync({ ...script(), filters: false });
  await it.run();
  expect(it.api.askedFor()).not.toContain('/files/secret.png');
});

test('never requests the record of a row that says that it is private', async () => {
  const reveal = ({ id, title, status, is_public }: Row) => ({ id, title, status, is_public });
  await using it = await startSync({
    releases: notPublic.slice(0, 3),
    listed: reveal,
    filters: false,
  });
  await it.run();
  expect(it.api.askedFor().filter((path) => path.startsWith('/v1/releases/'))).toEqual([]);
});

test('reports that the API does not filter as requested', async () => {
  await using it = await startSync({ ...script(), filters: false });
  expect((await it.run()).warnings).toEqual([
    expect.stringMatching(/^The API ignored the filter of releases and sent 4 rows /),
    expect.stringMatching(/^The API ignored the filter of milestones and sent 1 row /),
  ]);
});

test.each([
  ['became private', { is_public: false }],
  ['became a draft again', { status: 'DRAFT' }],
  ['lost its date', { released_at: null }],
  ['was moved into the future', { released_at: future }],
])('removes a release that %s', async (_what, over) => {
  await using it = await startSync({ releases: [releaseRow('open', secret), releaseRow('b')] });
  await it.run();
  it.script.releases = [releaseRow('open', { ...secret, ...over }), releaseRow('b')];
  expect((await it.run()).releases).toMatchObject({ removed: ['secret-slug'], withheld: [] });
  expect(JSON.stringify(await filesIn(it.folder))).not.toMatch(/secret/i);
});

test('removes the last release if it became private', async () => {
  await using it = await startSync({ releases: [releaseRow('only')] });
  await it.run();
  it.script.releases = [releaseRow('only', { is_public: false })];
  expect((await it.run()).releases).toMatchObject({ total: 0, removed: ['only'], withheld: [] });
});
