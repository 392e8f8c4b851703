import { expect, test } from 'vitest';
import { createStatusTypes } from '../../../src/sync/prepare/status-types.ts';
import { milestoneRow, workspace } from '../../support/rows.ts';
import { startSync } from '../run-sync.ts';

const { resolve } = createStatusTypes(workspace);

test.each(['In progress', 'in progress', 'IN PROGRESS', ' In\tprogress ', 's-doing', 'S-DOING'])(
  'resolves the status %j to its type',
  (status) => {
    expect(resolve(status)).toBe('In progress');
  },
);

test.each([null, undefined, '', '  '])('treats %j as no status', (status) => {
  expect(resolve(status)).toBeNull();
});

test('keeps a status that the workspace does not have', () => {
  expect(resolve(' On  hold')).toBe('On hold');
});

test('prefers an exact match among titles and ids that differ only in case', () => {
  const types = [
    { id: 'done', title: 'Shipped' },
    { id: 'x', title: 'Done' },
    { id: 'y', title: 'DONE' },
  ];
  const near = createStatusTypes({ roadmap_status_types: types });
  expect(['Done', 'DONE', 'done', 'X'].map(near.resolve)).toEqual([
    ...['Done', 'DONE', 'Shipped', 'Done'],
  ]);
});

test('shows milestones under their types, found by id or title, with the types’ order and colours', async () => {
  await using it = await startSync({
    milestones: [
      milestoneRow('a', { status: 's-done' }),
      milestoneRow('b', { status: 'S-Doing' }),
      milestoneRow('c', { status: 'SHIPPED' }),
    ],
  });
  await it.run();
  const { milestones, workspace: entry } = await it.content();
  expect([...milestones.values()].map(({ id, status }) => [id, status])).toEqual([
    ['a', 'Shipped'],
    ['b', 'In progress'],
    ['c', 'Shipped'],
  ]);
  expect(entry?.status_types).toMatchObject([
    { title: 'In progress', color: { light: expect.any(String) }, stage: 'IN_PROGRESS' },
    { title: 'Shipped', color: { light: expect.any(String) }, stage: 'COMPLETED' },
  ]);
});

test('changes the status of every milestone when its type is renamed', async () => {
  await using it = await startSync({ milestones: [milestoneRow('a', { status: 's-done' })] });
  await it.run();
  const [doing, done] = workspace.roadmap_status_types;
  it.script.workspace = {
    ...workspace,
    roadmap_status_types: [doing, { ...done, title: 'Live' }],
  };
  await it.run();
  const { milestones, workspace: entry } = await it.content();
  expect(milestones.get('a')?.status).toBe('Live');
  expect(entry?.status_types.map(({ title }) => title)).toEqual(['Live']);
});
