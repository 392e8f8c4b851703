import { expect, test } from 'vitest';
import type { MilestoneEntry, ReleaseEntry } from '../../src/model/content/content.ts';
import { parseWorkspace, type SyncedWorkspace } from '../../src/sync/read/parse/parse-workspace.ts';
import {
  milestoneRow,
  type Row,
  reduced,
  releaseRow,
  speed,
  web,
  workspace,
} from '../support/rows.ts';
import { type BriefReport, startSync } from './run-sync.ts';

// Breaks each field of each resource, one at a time: the rest has to remain, and the broken part
// has to be reported.

const other = { id: 'l-other', name: 'Other', slug: 'other', color: '#0f766e' };
const link = (id: string) => ({
  id,
  type: 'LINK',
  content: { title: id, url: `https://example.org/${id}` },
});

/** A release with two items in every list: one is broken, the other has to remain. */
const fullRelease = (id: string) =>
  releaseRow(id, {
    version: '1.0',
    summary: 'In short',
    project: web,
    labels: [speed, other],
    hero: { type: 'video', url: 'https://video.example/watch' },
    changes: [
      { id: 'c-1', change_id: 't-new', content: 'One' },
      { title: 'Fixed', color: '#16a34a', content: 'Two' },
    ],
    attachments: [
      { ...link('a'), content: { ...link('a').content, size: 1, type: 'text/plain' } },
      link('b'),
    ],
    contributors: ['ada', 'bo'].map((one) => ({ id: one, name: one, avatar_url: null })),
    scheduled_at: null,
  });

const fullMilestone = (id: string) =>
  milestoneRow(id, {
    project: web,
    labels: [speed, other],
    attachments: [link('a'), link('b')],
    started_at: '2026-01-04T00:00:00.000Z',
    ended_at: '2026-01-05T00:00:00.000Z',
  });

type Path = readonly (string | number)[];

/** The paths of all values in a row: its fields, and the first item of each list. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  const below = Array.isArray(value)
    ? value.slice(0, 1).flatMap((one) => pathsOf(one, [...at, 0]))
    : Object.entries(value && typeof value === 'object' ? value : {}).flatMap(([key, one]) =>
        pathsOf(one, [...at, key]),
      );
  return at.length > 0 ? [at, ...below] : below;
}

/** A copy of a row with another value at a path. */
function broken(row: unknown, [key, ...rest]: Path, wrong: unknown): unknown {
  if (key === undefined) return wrong;
  const copy = structuredClone(row) as Record<string | number, unknown>;
  if (rest.length === 0 && wrong === undefined) delete copy[key];
  else copy[key] = broken(copy[key], rest, wrong);
  return copy;
}

/** `{}` is never a valid value in these rows, so it must always be reported. */
const wrongs: unknown[] = [undefined, null, 7, '\ud83d', [null], {}];

interface Break {
  id: string;
  path: Path;
  wrong: unknown;
}

function breaksOf(prefix: string, row: Row, but: readonly string[]): Break[] {
  return pathsOf(row)
    .filter(([field]) => !but.includes(String(field)))
    .flatMap((path) => wrongs.map((wrong) => ({ path, wrong })))
    .map((one, index) => ({ ...one, id: `${prefix}-${index}` }));
}

/** An entry without the parts that are made from one field of the row. */
function rest(entry: ReleaseEntry | MilestoneEntry | undefined, field: string | number) {
  if (!entry) return undefined;
  const { id: _, ...others } = entry as Record<string, unknown>;
  const made: Record<string, string[]> = { body: ['body', 'excerpt', 'groups', 'reading_minutes'] };
  for (const key of made[field] ?? [String(field)]) delete others[key];
  return others;
}

/** One row for each break, with that value broken. */
function rowsOf(breaks: readonly Break[], whole: (id: string) => Row): Row[] {
  return breaks.map(({ id, path, wrong }) => broken(whole(id), path, wrong) as Row);
}

const named = (report: BriefReport, id: string) =>
  report.warnings.some((line) => line.includes(`“Title of ${id}”`));

test.each([
  ['release', 'releases', fullRelease, ['id', 'title', 'status', 'is_public', 'released_at']],
  ['milestone', 'milestones', fullMilestone, ['id', 'title', 'is_public']],
] as const)(
  'shows a %s without its broken part, and reports that part',
  async (_what, collection, whole, vital) => {
    const breaks = breaksOf('r', whole('x'), vital);
    // A collection has to fit into the window of a list.
    expect(breaks.length).toBeLessThan(1000);
    // All rows get the same slug and similar titles, because these differ between entries anyway.
    const alike = (id: string) => ({ ...whole('x'), id, title: `Title of ${id}`, slug: 'one' });
    await using it = await startSync({ [collection]: [alike('x'), ...rowsOf(breaks, alike)] });
    const report = await it.run({ assets: false });
    const entries = (await it.content())[collection];
    const same = { slug: '', title: '' };
    const expected = { ...entries.get('x'), ...same } as ReleaseEntry;
    for (const { id, path, wrong } of breaks) {
      const entry = entries.get(id) && ({ ...entries.get(id), ...same } as ReleaseEntry);
      const field = path[0] ?? '';
      expect(rest(entry, field), `${path} = ${JSON.stringify(wrong)}`).toEqual(
        rest(expected, field),
      );
      if (path.includes(0)) expect(lastOf(entry, field)).toEqual(lastOf(expected, field));
      const isUnknown = path[0] === 'created_at' && collection === 'releases';
      if (JSON.stringify(wrong) === '{}' && !isUnknown && field !== 'scheduled_at')
        expect(named(report, id), String(path)).toBe(true);
    }
    const again = await it.run({ assets: false });
    expect(again.warnings).toEqual(report.warnings);
    expect(again.files).toEqual({ written: 0, removed: 0 });
  },
  60_000,
);

/** The last item of a list, which was not broken; any other value as it is. */
function lastOf(entry: ReleaseEntry | undefined, field: string | number): unknown {
  const value = (entry as Record<string, unknown> | undefined)?.[field];
  return Array.isArray(value) ? value.at(-1) : value;
}

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
