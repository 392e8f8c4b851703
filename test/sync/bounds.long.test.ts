import { expect, test } from 'vitest';
import { filesIn } from '../support/files-in.ts';
import { milestoneRow, releaseRow, workspace } from '../support/rows.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { startSyncedOnce, startSyncedTwice } from './by-id/start-by-id.ts';
import { runSync, type Synced, startSync } from './run-sync.ts';

// An API that sends more than a site can show.

const nothing = { written: 0, removed: 0 };

/** Ids with leading zeros, so that they sort in the order of their numbers. */
const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name}-${String(n).padStart(5, '0')}`);

const label = (id: string) => ({ id, name: `Name of ${id}`, slug: id, color: '#7c3aed' });

/** Asserts that a first sync into an empty folder writes the same content. */
async function expectAsAnew({ api, folder }: Synced): Promise<void> {
  await using temp = await tempFolder();
  await runSync(api.url, `${temp.path}/content`);
  expect(await filesIn(folder)).toEqual(await filesIn(`${temp.path}/content`));
}

test('shortens names and titles to 255 characters, and reports it', async () => {
  const long = `\u200b`.repeat(300) + 'words '.repeat(5000);
  const changes = [{ id: 'c', title: long, color: null, content: 'kept' }];
  const labels = [{ ...label('l'), name: long }];
  const project = { id: 'p', name: long, slug: 'p' };
  await using it = await startSync({
    workspace: { ...workspace, name: long.repeat(16) },
    releases: [releaseRow('r', { title: long, version: long, changes, labels, project })],
    milestones: [milestoneRow('m', { title: long })],
  });
  const { warnings } = await it.run();
  const content = await it.content();
  const release = content.releases.get('r');
  const texts = [
    ...[content.workspace?.name, content.workspace?.change_types[0]?.title],
    ...[content.labels[0]?.name, content.projects[0]?.name],
    ...[release?.title, release?.version, content.milestones.get('m')?.title],
  ];
  for (const text of texts) expect(text).toMatch(/^(words ){40,42}words…$/);
  expect(release?.changes).toMatchObject([{ html: 'kept' }]);
  expect(warnings).toEqual([
    'The workspace: shortened long parts (name).',
    expect.stringMatching(/^Release “words .+: shortened long parts \(title, project.name, /),
    expect.stringMatching(/^Milestone “words .+: shortened long parts \(title\)$/),
  ]);
  expect((await it.run()).files).toEqual(nothing);
  expect((await it.run({ full: true })).files).toEqual(nothing);
});

test('truncates a body after 1 MiB, and keeps it valid HTML', async () => {
  const paragraph = `<p title="${'of no use '.repeat(10)}">words</p>`;
  const body = `<p>${'é <b>bold</b> '.repeat(1000)}</p>${paragraph.repeat(10_000)}`;
  const changes = [{ id: 'c', title: 'New', content: body }];
  await using it = await startSync({
    releases: [releaseRow('r', { body, changes }), releaseRow('other')],
  });
  const { warnings } = await it.run();
  const release = (await it.content()).releases.get('r');
  for (const html of [release?.body, release?.changes[0]?.html]) {
    expect(html?.length).toBeLessThan(1024 * 1024);
    expect(html).toContain('é <b>bold</b> é');
    expect(html).toMatch(/(<p>words<\/p>)+<p>w?o?r?d?s?(<\/p>)?…/);
  }
  expect(warnings).toEqual([
    'Release “Title of r”: shortened long parts (body, changes[0].content)',
  ]);
});

test('keeps the first labels and changes of a release by id, and reports how many it left out', async () => {
  const ids = many(2400, 'c').reverse();
  const changes = ids.map((id) => ({ id, title: 'New', content: id }));
  const labels = ids.map(label);
  await using it = await startSync({
    releases: [releaseRow('r', { changes, labels })],
    milestones: [milestoneRow('m', { labels })],
  });
  const { warnings } = await it.run();
  const { releases, milestones } = await it.content();
  const release = releases.get('r');
  expect(release?.changes.map(({ id }) => id)).toEqual(ids.slice(-1000));
  expect(release?.labels).toEqual(ids.slice(-100));
  expect(milestones.get('m')?.labels).toEqual(ids.slice(-100));
  expect(warnings).toEqual([
    'Release “Title of r”: left out 2300 of 2400 labels',
    'Release “Title of r”: left out 1400 of 2400 changes',
    'Milestone “Title of m”: left out 2300 of 2400 labels',
  ]);
});

test.each([
  ['that the workspace lists', many(600, 't').map((id) => ({ id, title: `Type ${id}` }))],
  ['that it does not list', []],
])('keeps 100 of 600 change types %s, and all changes', async (_what, types) => {
  const releases = many(15, 'r').map((id, n) => {
    const own = many(600, 't').slice(n * 40, n * 40 + 40);
    const changes = own.map((type) => ({ change_id: type, title: `Type ${type}`, content: type }));
    return releaseRow(id, { changes });
  });
  await using it = await startSync({
    workspace: { ...workspace, release_change_types: types },
    releases,
  });
  const { warnings } = await it.run();
  const slugs = many(600, 'type-t').slice(0, 100);
  const content = await it.content();
  expect(content.workspace?.change_types.map(({ slug }) => slug)).toEqual(slugs);
  const changes = [...content.releases.values()].flatMap((one) => one.changes);
  expect(changes.map(({ html }) => html).sort()).toEqual(many(600, 't'));
  expect(warnings).toEqual([
    expect.stringMatching(
      /^Left out 500 of 600 types of changes: type-t-00100, .+ and 495 more\. .+/,
    ),
  ]);
  expect((await it.run({ full: true })).files).toEqual(nothing);

  // When a release goes, its types make room for others, whose releases are not read again.
  it.script.releases.splice(0, 2);
  await it.run();
  const next = (await it.content()).workspace?.change_types.map(({ slug }) => slug);
  expect(next).toEqual(many(600, 'type-t').slice(80, 180));
  await expectAsAnew(it);
});

test('known types of change, such as “Fixed”, stay when there are more types than the table has', async () => {
  const titles = ['Security', 'Bug Fixes', ...many(150, 'a'), 'Behoben'];
  const changes = titles.map((title) => ({ title, content: title }));
  await using it = await startSync({ releases: [releaseRow('r', { changes })] });
  const { warnings } = await it.run();
  const types = (await it.content()).workspace?.change_types.map(({ title }) => title);
  expect(types).toHaveLength(100);
  expect(types).toEqual(expect.arrayContaining(['Security', 'Bug Fixes', 'Behoben', 'a-00096']));
  expect(warnings).toEqual([
    expect.stringContaining('Left out 53 of 153 types of changes: a-00097'),
  ]);
});

/** Releases with 100 labels each, 2,400 different labels in all. */
const labelled = many(24, 'r').map((id, n) =>
  releaseRow(id, {
    labels: many(2400, 'l')
      .slice(n * 100, n * 100 + 100)
      .map(label),
  }),
);

test('keeps 2,000 of 2,400 labels, and shows others when there is room', async () => {
  await using it = await startSync({ releases: [...labelled] });
  const { warnings } = await it.run();
  const ids = async () => (await it.content()).labels.map(({ id }) => id).sort();
  expect(await ids()).toEqual(many(2400, 'l').slice(0, 2000));
  expect(warnings).toEqual([
    expect.stringMatching(/^Left out 400 of 2400 labels: Name of l-02000, .+ and 395 more\. .+/),
  ]);
  expect((await it.run()).warnings).toEqual(warnings);
  expect((await it.run({ full: true })).files).toEqual(nothing);

  it.script.releases.splice(0, 2);
  await it.run();
  expect(await ids()).toEqual(many(2400, 'l').slice(200, 2200));
  await expectAsAnew(it);
});

test('defers a release to a full sync if there are more labels than the site shows', async () => {
  await using it = await startSyncedOnce({ releases: labelled.slice(0, 20) });
  const labels = many(2001, 'l').slice(-1).map(label);
  it.script.releases.push(releaseRow('new', { labels }), releaseRow('plain'));
  const left = { kind: 'deferred', why: expect.stringContaining('more labels') };
  expect(await it.runById(['new'])).toMatchObject(left);
  expect(await it.runById(['plain'])).toMatchObject({ kind: 'synced' });
  await it.run();
  it.script.releases.push(releaseRow('late'));
  expect(await it.runById(['late'])).toMatchObject(left);
});

test('a sync by id handles types that are not shown as a full sync would', async () => {
  const named = (id: string, types: string[]) =>
    releaseRow(id, { changes: types.map((title) => ({ title, content: title })) });
  await using it = await startSyncedTwice({ releases: [named('r', many(150, 't'))] });
  it.script.releases.push(named('new', ['t-00001', 't-00140', 't-99999']));
  expect(await it.runById(['new'])).toMatchObject({ kind: 'synced' });
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
  it.script.releases.push(named('first', ['a']));
  expect(await it.runById(['first'])).toMatchObject({ kind: 'deferred' });
});
