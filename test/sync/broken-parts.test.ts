import { expect, test } from 'vitest';
import { parseWorkspace, type SyncedWorkspace } from '../../src/sync/read/parse/parse-workspace.ts';
import { milestoneRow, reduced, releaseRow, speed, web, workspace } from '../support/rows.ts';
import {
  type Break,
  breaksOf,
  broken,
  fullMilestone,
  fullRelease,
  kinds,
  rowsOf,
  showsTheRest,
} from './broken-rows.ts';
import { startSync } from './run-sync.ts';

test.each(kinds)('shows a $kind without its broken part, and reports that part', (kind) =>
  showsTheRest(kind, [null, {}]),
);

test.each([
  ['release', 'releases', fullRelease, ['title', 'status', 'is_public', 'released_at']],
  ['milestone', 'milestones', fullMilestone, ['title', 'is_public']],
] as const)(
  'leaves out only a %s whose title or is_public is broken',
  async (_what, collection, whole, vital) => {
    const all = breaksOf('r', whole('x'), []);
    const breaks = all.filter(
      ({ path, wrong }) => vital.includes(path[0] as 'title') && typeof wrong !== 'string',
    );
    await using it = await startSync({
      [collection]: [whole('x'), ...rowsOf(breaks, whole)],
      filters: false,
    });
    const { [collection]: report } = await it.run({ assets: false });
    const isRight = ({ path, wrong }: Break) => path[0] === 'is_public' && wrong === true;
    expect(report.total).toBe(1 + breaks.filter(isRight).length);
  },
);

test('reads a workspace without its broken part, unless that is its id', () => {
  const types = ({ release_change_types, roadmap_status_types }: SyncedWorkspace) => [
    release_change_types?.at(-1),
    roadmap_status_types?.at(-1),
  ];
  const other = { id: 't-other', title: 'Other', color: '#0f766e' };
  const whole = {
    ...workspace,
    release_change_types: [...workspace.release_change_types, other],
  };
  const expected = types(parseWorkspace(whole, 'http://api.example').workspace);
  for (const { path, wrong } of breaksOf('w', whole, ['id'])) {
    const read = parseWorkspace(broken(whole, path, wrong), 'http://api.example');
    expect(read.workspace).toMatchObject({ id: 'w-1', name: expect.stringMatching(/\w/) });
    if (path.length > 1) expect(types(read.workspace), String(path)).toEqual(expected);
    if (JSON.stringify(wrong) === '{}')
      expect(read.notes).toEqual([expect.stringContaining(`${path[0]}`)]);
  }
  for (const id of ['', '.', '\ud83d', 7, null])
    expect(() => parseWorkspace({ ...whole, id }, 'http://api.example')).toThrow('id: ');
});

test('keeps the other change types of a workspace, and knows types without an id by their titles', async () => {
  const types = [
    { id: 't-null', title: null, color: '#16a34a' },
    { id: '.', title: 'Fixed', color: '#0f766e' },
    ...workspace.release_change_types,
  ];
  const changes = ['t-null', '.', 't-new'].map((id) => ({ id, change_id: id, content: id }));
  const fixed = { title: 'fixed', content: 'x' };
  await using it = await startSync({
    workspace: { ...workspace, release_change_types: types },
    releases: [releaseRow('a', { changes: [...changes, fixed] })],
  });
  const report = await it.run();
  const { workspace: entry, releases } = await it.content();
  expect(releases.get('a')?.changes.map(({ type }) => type)).toEqual([null, null, 'new', 'fixed']);
  expect(entry?.change_types.map(({ title, id }) => [title, id])).toEqual([
    ['Fixed', undefined],
    ['New', 't-new'],
  ]);
  expect(report.warnings).toEqual([
    expect.stringMatching(/^The workspace: .*types\[0\]\.title: .*types\[1\]\.id: /),
  ]);
});

test('takes the names of projects and labels from any row that has them', async () => {
  const nameless = { project: { id: web.id }, labels: [{ ...speed, name: null }] };
  await using it = await startSync({
    projects: [web],
    releases: [releaseRow('a', nameless), releaseRow('b', { labels: [speed] })],
    milestones: [milestoneRow('m', { project: { id: 'p-nameless', name: 7 } })],
  });
  await it.run();
  const { projects, labels, releases } = await it.content();
  expect(projects.map(({ name }) => name)).toEqual(['Web']);
  expect(labels.map(({ name }) => name)).toEqual(['Speed']);
  expect(releases.get('a')).toMatchObject({ project: web.id, labels: [speed.id] });
});

test('takes a project’s name from an entry if its own row is broken or its list fails', async () => {
  await using it = await startSync({
    projects: [{ ...web, name: 7 }],
    releases: [releaseRow('a', { project: web })],
  });
  expect((await it.run()).quarantined).toMatchObject([{ collection: 'projects', id: web.id }]);
  it.script.answers.set('/v1/projects', () => Response.json({}, { status: 500 }));
  it.script.releases.push(releaseRow('b', { project: { ...web, id: 'p-2', name: 'Two' } }));
  const report = await it.run();
  expect(report.warnings).toEqual([
    expect.stringContaining('The list of projects could not be read to its end'),
    expect.stringContaining('/v1/projects'),
  ]);
  expect((await it.content()).projects.map(({ name }) => name)).toEqual(['Two', 'Web']);
});

test('reports at every sync what it cannot show, even if a record is not read again', async () => {
  const row = releaseRow('a', { body: '<div>'.repeat(300), hero: { type: 'image' } });
  await using it = await startSync({ releases: [row, releaseRow('b')], listed: reduced });
  const { warnings } = await it.run();
  expect(warnings).toEqual([
    expect.stringMatching(/^Release “Title of a”: left out .*\(hero\.url: /),
    expect.stringMatching(/^Release “Title of a”: a text is shown as plain text/),
  ]);
  it.api.askedFor();
  const again = await it.run();
  expect([again.warnings, again.files.written]).toEqual([warnings, 0]);
  expect(it.api.askedFor()).not.toContain('/v1/releases/a');
  it.script.releases[0] = releaseRow('a', { updated_at: '2026-02-01T00:00:00.000Z' });
  expect((await it.run()).warnings).toEqual([]);
});
