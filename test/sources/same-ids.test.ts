import { expect, test } from 'vitest';
import { createChangelogSources } from '../../src/sources/changelog/changelog-source.ts';
import { createDataSetSource } from '../../src/sources/data-set/data-set-source.ts';
import { toRows } from '../../src/sources/past-rows.ts';
import type { SourceRow } from '../../src/sources/source.ts';
import { cleanHtml as sanitise } from '../../src/sync/prepare/html/parse-body.ts';
import { toDataSet } from '../../src/tools/convert/to-data-set.ts';
import { changelog, convertGitHub, fixture, workspace } from './convert.ts';
import { sourceFolder } from './source-folder.ts';

/** What a feed reader tells releases apart by, keyed by id. */
function identities(rows: readonly SourceRow[]) {
  return Object.fromEntries(
    rows.map(({ id, title, version, created_at, attachments, body }) => [
      id,
      { title, version, created_at, attachments, body },
    ]),
  );
}
const asRows = (data: ReturnType<typeof toDataSet>) => data.releases as unknown as SourceRow[];
const day = '2026-01-31T00:00:00Z';

const dialects = ['release-please', 'git-cliff', 'semantic-release'];

test.each(dialects)('a changelog has the same ids as its conversion: %s', async (name) => {
  const text = fixture(name);
  await using folder = await sourceFolder({ 'CHANGELOG.md': text, 'a/CHANGELOG.md': text });
  const read = async (path: string, project?: string) => {
    const entry = { changelog: path, ...(project !== undefined && { project }) };
    const [source] = await createChangelogSources({
      entry,
      sanitise,
      timeZone: 'UTC',
      rootName: 'Board',
      cwd: folder.path,
    });
    return identities((await source?.read())?.releases ?? []);
  };
  const converted = (project?: string) =>
    identities(asRows(toDataSet(changelog(text, project).releases, workspace)));
  expect(Object.keys(converted()).length).toBeGreaterThan(1);
  expect(await read('CHANGELOG.md')).toEqual(converted());
  expect(await read('CHANGELOG.md', 'Board')).toEqual(converted('Board'));
  // When a glob matches several changelogs, each project is named after its package or folder.
  expect(await read('*/CHANGELOG.md')).toEqual(converted('a'));
});

test('versions without a date have the same ids as after their conversion', () => {
  const { releases } = changelog(fixture('keep-a-changelog'));
  expect(releases.some(({ state }) => state === 'draft')).toBe(true);
  expect(identities(toRows(releases, 'board'))).toEqual(
    identities(asRows(toDataSet(releases, workspace))),
  );
});

test('releases from GitHub have the same ids as after their conversion', () => {
  const rows = ['v1.0.0', 'board@2.0.0', 'board/v2.1.0', 'other-v1.0.0', 'v1.0.0'].map(
    (tag_name, n) => ({ id: 100 + n, tag_name, created_at: day, published_at: day, body: 'x' }),
  );
  for (const project of [undefined, 'Board']) {
    const { releases } = convertGitHub(rows, { sanitise, project });
    const read = toRows(releases, 'board');
    expect(identities(read)).toEqual(identities(asRows(toDataSet(releases, workspace))));
    expect(read.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => `github-${id}`));
  }
});

test('a release keeps its id when its tag, title or repository is renamed', () => {
  const idOf = (tag_name: string, project: string) =>
    toRows(
      convertGitHub([{ id: 7, tag_name, name: project, created_at: day }], { sanitise }).releases,
      project,
    )[0]?.id;
  expect(idOf('v1.0.0', 'board')).toBe(idOf('v1.0.1', 'renamed'));
});

test('changes keep their ids, and are titled with their types', async () => {
  const { releases } = changelog(fixture('keep-a-changelog'));
  const data = toDataSet(releases, workspace);
  await using folder = await sourceFolder({ 'past.json': JSON.stringify(data) });
  const entry = { dataset: 'past.json' };
  const source = createDataSetSource({
    name: 'dataset past.json',
    entry,
    timeZone: 'UTC',
    rootName: 'Acme',
    cwd: folder.path,
  });
  const changesOf = (rows: readonly SourceRow[]) =>
    rows
      .flatMap(({ changes }) => changes as { id: string; title: string; content: string }[])
      .map(({ id, title, content }) => ({ id, title: title.toLowerCase(), content }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const read = changesOf((await source.read()).releases);
  expect(read.length).toBeGreaterThan(3);
  expect(read).toEqual(changesOf(toRows(releases, null)));
});
