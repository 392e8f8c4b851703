import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { DataSet } from '../../../src/service/data-set/schema.ts';
import { toDataSet } from '../../../src/tools/convert/to-data-set.ts';
import { exportDataSet } from '../../service/data-set/held-export.ts';
import { openFile } from '../../service/open-file.ts';
import { changelog, fixture } from '../../sources/convert.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const workspace = {
  id: 'w',
  name: 'Acme',
  slug: 'acme',
  url: 'https://changelog.example.com',
  release_change_types: [{ id: 'typ_1', title: 'fixed', color: '#123456' }],
  roadmap_status_types: [],
};

const names = [
  ...['keep-a-changelog', 'release-please', 'git-cliff', 'semantic-release', 'changesets'],
];
const dataSet = (text: string, project?: string) =>
  DataSet.parse(toDataSet(changelog(text, project).releases, workspace));

test.each(names)(
  '%s is the same after an import and an export, and a second import changes nothing',
  async (name) => {
    const data = dataSet(fixture(name), 'Board');
    await using folder = await tempFolder();
    await using database = await openFile(join(folder.path, 'x.db'));
    await importDataSet(database.db, data, []);
    const exported = await exportDataSet(database.db);
    expect(exported.data).toEqual(data);
    const again = { source: 'again', clock: systemClock };
    expect(await importDataSet(database.db, data, [], again)).toEqual(new Map());
    expect(await importDataSet(database.db, dataSet(fixture(name), 'Board'), [], again)).toEqual(
      new Map(),
    );
  },
);

test('a new version at the top does not change ids, times and links of earlier ones', () => {
  const before = dataSet(fixture('keep-a-changelog')).releases;
  const text = fixture('keep-a-changelog').replace(
    '## [1.1.0]',
    '## [1.2.0] - 2026-03-01\n\n### Fixed\n\n- More.\n\n## [1.1.0]',
  );
  const after = dataSet(text).releases;
  expect(after.length).toBe(before.length + 1);
  for (const release of before.filter(({ version }) => version !== null))
    expect(after).toContainEqual(release);
});

test('another version with the same number at the top does not change the ids of earlier ones', () => {
  const twice = '## 1.0.0 - 2026-01-01\n\n- b\n\n## 1.0.0 - 2026-01-01\n\n- a\n';
  const before = dataSet(twice).releases;
  const after = dataSet(`## 1.0.0 - 2026-01-01\n\n- c\n\n${twice}`).releases;
  expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  for (const release of before) expect(after).toContainEqual(release);
});

test('a yanked version is released, but not public', () => {
  const { releases } = dataSet(fixture('keep-a-changelog'));
  expect(releases.filter(({ is_public }) => !is_public)).toMatchObject([
    { title: '1.0.0 [YANKED]', status: 'RELEASED' },
  ]);
});

test('uses the change types of the workspace, ignoring case, and adds missing ones', () => {
  const { workspace, releases } = dataSet(fixture('keep-a-changelog'));
  expect(workspace.release_change_types.slice(0, 2)).toEqual([
    { id: 'typ_1', title: 'fixed', color: '#123456' },
    { id: 'type-added', title: 'Added', color: '#16a34a' },
  ]);
  const used = releases.flatMap(({ changes }) =>
    changes.map((one) => 'change_id' in one && one.change_id),
  );
  expect(used).toContain('typ_1');
});

test('duplicate versions become two releases, and too short or long titles are adapted', () => {
  const text = ['2 (2026-01-02)', '2 (2026-01-01)', `1.0.0 – ${'long '.repeat(100)}`];
  const { releases } = dataSet(text.map((heading) => `# ${heading}\n\nText.\n`).join('\n'));
  expect(
    releases.map(({ title, slug }) => [title.slice(0, 12), slug.slice(0, 9), title.length < 256]),
  ).toEqual([
    ['Version 2', 'version-2', true],
    ['Version 2', 'version-2', true],
    ['1.0.0 – long', '1-0-0', true],
  ]);
  expect(new Set(releases.map(({ slug }) => slug)).size).toBe(3);
});

test('a release of a changelog has its day beside its moment, which stays at noon UTC', () => {
  const { releases } = dataSet('## 1.1.0\n- Two\n## 1.0.0 - 2026-06-15\n- One\n');
  expect(releases.map((one) => [one.status, one.released_at, one.released_on])).toEqual([
    ['DRAFT', null, undefined],
    ['RELEASED', '2026-06-15T12:00:00.000Z', '2026-06-15'],
  ]);
});
