import { expect, test } from 'vitest';
import { milestoneRow, releaseRow, speed, speedEntry, web, workspace } from '../../support/rows.ts';
import { startSync } from '../run-sync.ts';

test('keeps a project, a label, a type and a status as long as an entry uses them', async () => {
  await using it = await startSync({
    projects: [web],
    releases: [
      releaseRow('a', {
        project: web,
        labels: [speed],
        changes: [{ id: 'c', change_id: 't-new', content: 'x' }],
      }),
      releaseRow('b'),
    ],
    milestones: [milestoneRow('m'), milestoneRow('n', { status: 'Shipped' })],
  });
  await it.run();
  expect(await it.content()).toMatchObject({
    projects: [web],
    labels: [speedEntry],
    workspace: { change_types: [{ slug: 'new' }], status_types: [{}, {}] },
  });
  it.script.releases[0] = releaseRow('a');
  it.script.milestones.pop();
  it.script.milestones.push(milestoneRow('n', { is_public: false, status: 'Shipped' }));
  await it.run();
  expect(await it.content()).toMatchObject({
    projects: [],
    labels: [],
    workspace: { change_types: [], status_types: [{ title: 'In progress' }] },
  });
});

test('renames a label for every entry that uses it', async () => {
  const rows = ['a', 'b'].map((id) => releaseRow(id, { labels: [speed] }));
  await using it = await startSync({ releases: rows });
  await it.run();
  const renamed = { ...speed, name: 'Velocity' };
  it.script.releases[0] = releaseRow('a', { labels: [renamed] });
  await it.run();
  expect((await it.content()).labels).toEqual([{ ...speedEntry, name: 'Velocity' }]);
});

test.each([
  ['https://example.com/changelog', 'https://example.com/changelog'],
  [null, null],
  ['not an address', null],
  ['javascript:alert(1)', null],
])('turns the workspace address %j into %j', async (url, kept) => {
  await using it = await startSync({ workspace: { ...workspace, url } });
  await it.run();
  expect((await it.content()).workspace?.url).toBe(kept);
});

test('makes a slug for a workspace that has none', async () => {
  await using it = await startSync({ workspace: { id: 'w-1', name: 'My Work' } });
  await it.run();
  expect((await it.content()).workspace).toMatchObject({ slug: 'my-work', name: 'My Work' });
});
