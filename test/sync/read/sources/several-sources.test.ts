import { expect, test } from 'vitest';
import { WaymarkError } from '../../../../src/model/errors.ts';
import { tagUri } from '../../../../src/site/feeds/tag-uri.ts';
import type { Content } from '../../../../src/store/read/read-content.ts';
import { filesIn } from '../../../support/files-in.ts';
import { milestoneRow, releaseRow, releaseRows } from '../../../support/rows.ts';
import { down, memorySource, startSources } from './start-sources.ts';

const named = (id: string, name: string) => ({ id, name, slug: id });
const slugs = (entries: ReadonlyMap<string, { slug: string }>) =>
  Object.fromEntries([...entries].map(([id, { slug }]) => [id, slug]));

/** The id of each release in feeds, by the release's own id. */
const feedIds = ({ workspace, releases }: Content) =>
  Object.fromEntries(
    [...releases.keys()].map((id) => [id, workspace && tagUri(workspace, 'releases', id)]),
  );

test('shows the entries of all sources, and writes nothing at a second sync', async () => {
  await using it = await startSources({ releases: [releaseRow('of-api')] });
  const files = memorySource('markdown releases', {
    releases: releaseRows(120),
    milestones: [milestoneRow('m-1')],
  });
  const past = memorySource('dataset past.json', { releases: [releaseRow('past')] });
  const report = await it.sync(['api', files, past]);
  expect(report).toMatchObject({
    releases: { total: 122 },
    milestones: { total: 1 },
    warnings: [],
    sources: [
      { name: 'api', entries: 1 },
      { name: 'markdown releases', entries: 121 },
      { name: 'dataset past.json', entries: 1 },
    ],
  });
  const before = await filesIn(it.folder);
  const second = await it.sync(['api', files, past]);
  expect(second).toMatchObject({ files: { written: 0, removed: 0 }, warnings: [] });
  expect(second.sources).toEqual(report.sources);
  expect(await filesIn(it.folder)).toEqual(before);
});

test('applies changed, new and removed entries of a source', async () => {
  await using it = await startSources();
  const source = memorySource('a', { releases: releaseRows(3) });
  await it.sync([source]);
  source.releases = [
    releaseRow('r-0'),
    releaseRow('r-1', { title: 'Another title' }),
    releaseRow('r-3'),
  ];
  expect((await it.sync([source])).releases).toMatchObject({
    total: 3,
    added: ['r-3'],
    removed: ['r-2'],
    changed: expect.arrayContaining(['r-1']),
  });
});

test('hides private entries of a source', async () => {
  await using it = await startSources();
  const releases = [
    releaseRow('r-0'),
    releaseRow('r-1', { is_public: false }),
    releaseRow('r-2', { status: 'DRAFT', released_at: null }),
  ];
  const { releases: report } = await it.sync([memorySource('a', { releases })]);
  expect(report).toMatchObject({ total: 1, added: ['r-0'] });
});

test('hides releases with a future date, and reports when they appear', async () => {
  await using it = await startSources();
  const later = { version: '2.0.0', released_at: '2099-01-01T12:00:00.000Z' };
  const source = memorySource('a', { releases: releaseRows(3) });
  await it.sync([source]);
  source.releases = [
    releaseRow('r-0'),
    releaseRow('r-1'),
    releaseRow('r-2', later),
    releaseRow('r-3', { ...later, is_public: false }),
  ];
  expect(await it.sync([source])).toMatchObject({
    releases: { total: 2, removed: ['r-2'] },
    sources: [
      {
        notes: [
          '2.0.0 is dated 2099-01-01T12:00:00.000Z: it appears with the first sync after that time',
        ],
      },
    ],
  });
});

test('adding, removing or reordering sources does not change the entries of other sources', async () => {
  await using it = await startSources({ releases: [releaseRow('of-api', { slug: 'same' })] });
  const same = (id: string, project: string) =>
    releaseRow(id, { slug: 'same', project: named(project, project) });
  const a = memorySource('a', { releases: [same('a-1', 'web'), same('a-2', 'web')] });
  const b = memorySource('b', { releases: [same('b-1', 'App'), releaseRow('b-2')] });
  const c = memorySource('c', { releases: [same('c-1', 'app')] });
  await it.sync([a, b]);
  const first = slugs((await it.content()).releases);
  const feed = feedIds(await it.content());
  for (const sources of [
    [a, b, c],
    [c, b, a],
    ['api' as const, c, a, b],
    [b, a],
  ]) {
    const { warnings } = await it.sync(sources, { allowMassDelete: true });
    const content = await it.content();
    expect(slugs(content.releases)).toMatchObject(first);
    expect(feedIds(content)).toMatchObject(feed);
    expect(warnings).toEqual([]);
  }
  expect(slugs((await it.content()).releases)).toEqual(first);
});

test('an entry that moves to another source keeps its id and its slug', async () => {
  await using it = await startSources();
  const a = memorySource('a', { releases: releaseRows(8) });
  const b = memorySource('b', { releases: [releaseRow('other')] });
  await it.sync([a, b]);
  b.releases.push(...a.releases.splice(0, 7));
  const { releases } = await it.sync([a, b]);
  expect(releases).toMatchObject({ total: 9, removed: [], withheld: [], moved: [] });
  const { known } = await it.content();
  expect(known.releases.get('r-0')).toMatchObject({ slug: 'r-0', from: 'b' });
  expect(known.releases.get('r-7')).toMatchObject({ slug: 'r-7', from: 'a' });
});

test('an entry that two sources have is always taken from the first one', async () => {
  await using it = await startSources({ releases: [releaseRow('r-1', { title: 'Of the API' })] });
  const a = memorySource('a', { releases: [releaseRow('r-1', { title: 'Of a' })] });
  const b = memorySource('b', {
    releases: [releaseRow('r-1', { title: 'Of b' }), releaseRow('x')],
  });
  for (const [sources, title] of [
    [[a, b], 'Of a'],
    [[b, a, 'api'], 'Of b'],
    [['api', a, b], 'Of the API'],
    [[a, 'api', b], 'Of a'],
  ] as const) {
    for (const _ of ['first', 'second']) {
      await it.sync(sources, { allowMassDelete: true });
      expect((await it.content()).releases.get('r-1')?.title).toBe(title);
    }
    expect((await it.sync(sources)).files).toEqual({ written: 0, removed: 0 });
  }
});

test('reports entries that an earlier source has already', async () => {
  await using it = await startSources();
  const a = memorySource('a', { releases: releaseRows(2) });
  const b = memorySource('b', { releases: releaseRows(3) });
  const { sources } = await it.sync([a, b]);
  expect(sources?.map(({ repeated }) => repeated)).toEqual([0, 2]);
  expect(sources?.map(({ notes }) => notes)).toEqual([
    [],
    [
      'entries left out, because other entries have the same ids: 2 (r-0, r-1). If they come from two changelogs, set "project" for one of them. If one is a Markdown file, set another "id" in that file.',
    ],
  ]);
});

test('reports entries of the API that an earlier source has, and the reverse', async () => {
  await using it = await startSources();
  it.script.releases = [releaseRow('r-1')];
  const a = memorySource('a', { releases: [releaseRow('r-1')] });
  for (const [list, repeated] of [
    [
      [a, 'api'],
      [0, 1],
    ],
    [
      ['api', a],
      [0, 1],
    ],
  ] as const) {
    const { sources } = await it.sync(list, { allowMassDelete: true });
    expect(sources?.map((one) => one.repeated)).toEqual(repeated);
    expect(sources?.at(-1)?.notes.join()).toContain('the same ids: 1');
  }
});

test('the id of a source that fails is not taken by a later one', async () => {
  await using it = await startSources();
  const a = memorySource('a', { releases: [releaseRow('r-1', { title: 'Of a' })] });
  const b = memorySource('b', { releases: [releaseRow('x')] });
  await it.sync([a, b]);
  a.failure = down;
  b.releases.push(releaseRow('r-1', { title: 'Of b' }));
  const { sources } = await it.sync([a, b]);
  expect((await it.content()).releases.get('r-1')?.title).toBe('Of a');
  expect(sources?.map(({ repeated }) => repeated)).toEqual([0, 1]);
  a.failure = undefined;
  a.releases = [];
  a.unreadable = [{ kind: 'releases', id: 'r-1', file: 'a.md', why: 'it is broken' }];
  await it.sync([a, b]);
  expect((await it.content()).releases.get('r-1')?.title).toBe('Of a');
});

test('ids from paths are the same in several folders, so later ones get others', async () => {
  await using it = await startSources();
  const folder = (name: string, title: string) => {
    const source = memorySource(name, { releases: [releaseRow('markdown-1', { title })] });
    const read = async () => ({
      ...(await source.read()),
      spareIds: new Map([['markdown-1', `markdown-${name}-1`]]),
    });
    return { name, read };
  };
  const [a, b, c] = [folder('a', 'Of a'), folder('b', 'Of b'), folder('c', 'Of c')];
  const titles = async () =>
    Object.fromEntries([...(await it.content()).releases].map(([id, { title }]) => [id, title]));
  await it.sync([b, c]);
  expect(await titles()).toEqual({ 'markdown-1': 'Of b', 'markdown-c-1': 'Of c' });
  // The entry that is on the site keeps its id.
  const { sources } = await it.sync([a, b, c]);
  expect(await titles()).toEqual({
    'markdown-1': 'Of b',
    'markdown-a-1': 'Of a',
    'markdown-c-1': 'Of c',
  });
  expect(sources?.map(({ repeated }) => repeated)).toEqual([0, 0, 0]);
  expect((await it.sync([a, b, c])).files).toEqual({ written: 0, removed: 0 });
});

test('merges projects and labels with the same name, ignoring case', async () => {
  await using it = await startSources();
  const a = memorySource('a', {
    releases: [
      releaseRow('r-1', { project: named('p-1', 'Board'), labels: [named('l-1', 'Speed')] }),
    ],
  });
  const b = memorySource('b', {
    releases: [
      releaseRow('r-2', { project: named('p-2', 'board '), labels: [named('l-2', 'SPEED')] }),
      releaseRow('r-3', { project: named('p-3', 'Other') }),
    ],
  });
  await it.sync([a, b]);
  const { releases, projects, labels } = await it.content();
  expect([...releases.values()].map(({ project }) => project).toSorted()).toEqual([
    ...['p-1', 'p-1', 'p-3'],
  ]);
  expect(projects.map(({ name }) => name)).toEqual(['Board', 'Other']);
  expect(labels).toMatchObject([{ id: 'l-1', name: 'Speed' }]);
});

test('uses the ids of the API’s projects and labels for those of another source', async () => {
  const project = named('p-api', 'Board');
  const releases = [releaseRow('r-1', { project, labels: [named('l-api', 'Speed')] })];
  await using it = await startSources({ releases, projects: [project] });
  const a = memorySource('a', {
    releases: [releaseRow('r-2', { project: named('p', 'BOARD'), labels: [named('l', 'speed')] })],
  });
  await it.sync([a, 'api']);
  expect((await it.content()).releases.get('r-2')).toMatchObject({
    project: 'p-api',
    labels: ['l-api'],
  });
});

test('merges change types with the same title, ignoring case', async () => {
  const workspace = {
    ...{ id: 'w-1', name: 'Sample', slug: 'sample', url: 'https://example.com' },
    release_change_types: [{ id: 't-1', title: 'Added', color: '#16a34a' }],
  };
  const changes = (title: string) => [{ id: 'c', title, color: '#000000', content: 'One' }];
  const releases = [releaseRow('r-1', { changes: [{ change_id: 't-1', content: 'One' }] })];
  await using it = await startSources({ workspace, releases } as never);
  const a = memorySource('a', {
    releases: [
      releaseRow('r-2', { changes: changes('ADDED') }),
      releaseRow('r-3', { changes: changes('Fixed') }),
      releaseRow('r-4', { changes: changes('fixed') }),
    ],
  });
  await it.sync([a, 'api']);
  expect((await it.content()).workspace?.change_types.map(({ title }) => title)).toEqual([
    'Added',
    'Fixed',
  ]);
});

test('hides a project as long as it is the only one', async () => {
  await using it = await startSources();
  const a = memorySource('a', {
    releases: [releaseRow('r-1', { project: named('p-1', 'Board') })],
  });
  const b = memorySource('b', { releases: [releaseRow('r-2', { project: named('p-2', 'App') })] });
  const shown = async () => {
    const { releases, projects } = await it.content();
    expect(projects.map(({ id }) => id).toSorted()).toEqual(
      [...releases.values()].flatMap(({ project }) => project ?? []).toSorted(),
    );
    return projects.map(({ name }) => name).toSorted();
  };
  await it.sync([a]);
  expect(await shown()).toEqual([]);
  await it.sync([a, b]);
  expect(await shown()).toEqual(['App', 'Board']);
  b.failure = down;
  await it.sync([a, b]);
  expect(await shown()).toEqual(['App', 'Board']);
  await it.sync([a], { allowMassDelete: true });
  expect(await shown()).toEqual([]);
});

test('refuses an API whose workspace differs from the one in the file', async () => {
  await using it = await startSources();
  it.script.workspace = { ...it.script.workspace, id: 'w-2' };
  await expect(it.sync([memorySource('a', { releases: releaseRows(1) }), 'api'])).rejects.toThrow(
    'sources.yaml has the workspace w-1, but the API has w-2.',
  );
});

test('an undated release keeps its earlier date', async () => {
  await using it = await startSources();
  const a = memorySource('a', { releases: releaseRows(2) });
  await it.sync([a]);
  const draft = { status: 'DRAFT', released_at: null };
  a.releases = [releaseRow('r-0', { ...draft, title: 'Without a tag' }), releaseRow('r-1')];
  a.releases.push(releaseRow('r-2', draft));
  a.undated = new Set(['r-0', 'r-2']);
  await it.sync([a]);
  const { releases } = await it.content();
  expect([...releases.keys()].toSorted()).toEqual(['r-0', 'r-1']);
  expect(releases.get('r-0')).toMatchObject({
    title: 'Without a tag',
    released_at: '2026-01-02T00:00:00.000Z',
  });
});

test('content changes from an API to other sources and back only with --replace', async () => {
  await using it = await startSources({ releases: releaseRows(8) });
  await it.syncApi();
  it.script.releases[0] = releaseRow('r-0', { slug: 'renamed' });
  await it.syncApi();
  const before = await it.content();
  expect(before.redirects.releases).not.toEqual({});
  const past = memorySource('dataset past.json', { releases: releaseRows(3) });
  await expect(it.sync([past])).rejects.toThrow(
    'The content comes from an API, but would now come from the sources in sources.yaml',
  );
  expect(await it.content()).toEqual(before);
  const report = await it.sync([past], { replace: true });
  expect(report.releases).toMatchObject({ total: 3, withheld: [] });
  const after = await it.content();
  expect(after.redirects.releases).toEqual({});
  await expect(it.syncApi()).rejects.toThrow('The content comes from the sources in sources.yaml');
  expect(await it.content()).toEqual(after);
  // An API may join the sources.
  expect((await it.sync([past, 'api'])).releases.total).toBe(8);
});

test('leaves out invalid rows of a source, and shows the others', async () => {
  await using it = await startSources();
  const releases = [
    releaseRow('r-0'),
    releaseRow('r-1', { project: 'Board', labels: 'Speed' }),
    releaseRow('r-2', { project: { id: 'p' }, labels: [null, { id: 'l' }] }),
    releaseRow('r-3', { changes: 'none', hero: 7 }),
  ];
  const report = await it.sync([memorySource('a', { releases })]);
  expect(report.releases.added).toContain('r-0');
  expect(report.releases.total + report.quarantined.length).toBeGreaterThanOrEqual(4);
});

test('takes status types and their stages from the milestones', async () => {
  await using it = await startSources();
  const milestones = [
    milestoneRow('m-1', { status: 'Exploring', stage: 'PLANNED' }),
    milestoneRow('m-2', { status: 'exploring', stage: 'PLANNED' }),
    milestoneRow('m-3', { status: 'Shipped', stage: 'COMPLETED' }),
  ];
  const a = memorySource('a', { milestones });
  await it.sync([a]);
  const types = async () => (await it.content()).workspace?.status_types;
  expect(await types()).toMatchObject([
    { title: 'Exploring', stage: 'PLANNED' },
    { title: 'Shipped', stage: 'COMPLETED' },
  ]);
  a.milestones = [milestoneRow('m-1', { status: 'Shipped', stage: 'COMPLETED' })];
  await it.sync([a], { allowMassDelete: true });
  expect(await types()).toMatchObject([{ title: 'Shipped' }]);
});

test('keeps the status types of a source that fails', async () => {
  await using it = await startSources();
  const b = memorySource('b', { milestones: [milestoneRow('m-1', { status: 'Exploring' })] });
  const sources = [memorySource('a', { releases: [releaseRow('r')] }), b];
  await it.sync(sources);
  const { workspace } = await it.content();
  expect(workspace?.status_types).toMatchObject([{ title: 'Exploring' }]);
  b.failure = new WaymarkError('b is down');
  await it.sync(sources);
  expect((await it.content()).workspace).toEqual(workspace);
});
