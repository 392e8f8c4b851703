import { expect, test } from 'vitest';
import { importDataSet } from '../../../../src/service/data-set/import.ts';
import { findImportWarnings } from '../../../../src/service/data-set/import-warnings.ts';
import { milestone, release, sample } from '../../sample.ts';
import { startService } from '../../start.ts';
import { exportDataSet } from '../held-export.ts';

const shared = (over: object) =>
  Object.fromEntries(findImportWarnings({ ...sample(), ...over }).sharedSlugs);

test('reports no warnings for an ordinary data set', () => {
  expect(findImportWarnings(sample())).toEqual({ sharedSlugs: new Map(), noColours: new Map() });
});

test('lists items of one kind that share a slug', () => {
  const slug = 'same';
  const twice = <T>(make: (id: string, over: { slug: string }) => T) =>
    ['b', 'a', 'c'].map((id) => make(id, { slug: id === 'c' ? id : slug }));
  const named = (id: string, over: { slug: string }) => ({ id, name: id, color: '#fff', ...over });
  const found = shared({
    releases: twice(release),
    milestones: twice(milestone),
    projects: twice(named),
    labels: twice(named),
  });
  const same = new Map([[slug, ['b', 'a']]]);
  expect(found).toEqual({ releases: same, milestones: same, projects: same, labels: same });
});

test('finds a shared slug of a project that only a release names', () => {
  const other = { id: 'p-other', name: 'Other', slug: 'web' };
  expect(shared({ releases: [release('r', { project: other })] })).toEqual({
    projects: new Map([['web', ['p-other', 'p-web']]]),
  });
});

test('two entries with the same id are not reported as sharing a slug', () => {
  expect(shared({ releases: [release('r'), release('r', { title: 'Later' })] })).toEqual({});
});

test('lists invalid colours', () => {
  const data = sample();
  const types = [
    { id: 'a', title: 'A', color: '#16A34A' },
    { id: 'b', title: 'B', color: 'green' },
    { id: 'c', title: 'C', color: '' },
  ];
  const workspace = {
    ...data.workspace,
    release_change_types: types,
    roadmap_status_types: types.map((type) => ({ ...type, stage: 'PLANNED' })),
  };
  const labels = types.map(({ id, title: name, color }) => ({ id, name, slug: id, color }));
  const none = new Map([
    ['b', 'green'],
    ['c', ''],
  ]);
  expect(Object.fromEntries(findImportWarnings({ ...data, workspace, labels }).noColours)).toEqual({
    labels: none,
    'change types': none,
    'status types': none,
  });
});

test('imports a data set with shared slugs and invalid colours, and exports it unchanged', async () => {
  const releases = ['a', 'b'].map((id) => release(id, { slug: 'same' }));
  const labels = sample().labels.map((label) => ({ ...label, color: 'green' }));
  const bare = releases.map((one) => ({ ...one, labels }));
  await using service = await startService({
    data: { ...sample(), labels, milestones: [], releases: bare },
  });
  const { data } = await exportDataSet(service.db);
  expect(data.releases.map(({ slug }) => slug)).toEqual(['same', 'same']);
  expect(data.labels.map(({ color }) => color)).toEqual(['green', 'green']);
  expect((await importDataSet(service.db, data, [])).size).toBe(0);
});
