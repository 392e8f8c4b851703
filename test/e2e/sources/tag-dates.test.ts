import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createChangelogSources } from '../../../src/sources/changelog/changelog-source.ts';
import { readTags } from '../../../src/sources/changelog/tag-dates.ts';
import { cleanHtml } from '../../../src/sync/prepare/html/parse-body.ts';
import { sourceFolder } from '../../sources/source-folder.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { gitFolder } from './git-folder.ts';

const undated = '## 1.1.0\n\n- Two\n\n## 1.0.0 - 2026-01-01\n\n- One\n';

async function readChangelog(cwd: string, tag?: string) {
  const entry = { changelog: 'CHANGELOG.md', ...(tag !== undefined && { tag }) };
  const [source] = await createChangelogSources({
    entry,
    sanitise: cleanHtml,
    timeZone: 'UTC',
    rootName: 'Board',
    cwd,
  });
  return await source?.read();
}

test('reads both kinds of tags, in a subfolder and next to branches of the same name', async () => {
  await using folder = await gitFolder({ 'packages/a/CHANGELOG.md': 'x' });
  await folder.commit('2026-01-01', 'v1.0.0');
  await folder.commit('2026-02-02');
  await folder.git('tag', '--annotate', '--message', 'Two', 'v2.0.0');
  await folder.git('branch', 'v1.0.0');
  const tags = await readTags(join(folder.path, 'packages/a'));
  expect(tags.kind === 'tags' && tags.dates.momentOf('1.0.0', undefined, true)).toBe(
    '2026-01-01T12:00:00.000Z',
  );
  // An annotated tag has the time at which it was created.
  expect(tags.kind === 'tags' && tags.dates.momentOf('2.0.0', undefined, true)).toMatch(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/,
  );
});

test('a shallow clone has no dates, and the reason names the fix', async () => {
  await using folder = await gitFolder();
  await folder.commit('2026-01-01', 'v1.0.0');
  await folder.commit('2026-02-02');
  await using clone = await tempFolder();
  const copy = join(clone.path, 'copy');
  await folder.git('clone', '--quiet', '--depth', '1', pathToFileURL(folder.path).href, copy);
  expect(await readTags(copy)).toEqual({
    kind: 'none',
    why: 'the clone is shallow and has no tags: set "fetch-depth: 0" for actions/checkout',
  });
});

test('a complete clone has dates, even if another branch was fetched without its history', async () => {
  await using folder = await gitFolder();
  await folder.commit('2026-01-01', 'v1.0.0');
  await folder.git('switch', '--quiet', '--orphan', 'changelog-content');
  await folder.commit('2026-02-02');
  await folder.commit('2026-03-03');
  await folder.git('switch', '--quiet', 'main');
  const url = pathToFileURL(folder.path).href;
  await using clone = await gitFolder();
  await clone.git('pull', '--quiet', '--tags', url, 'HEAD');
  await clone.git('fetch', '--quiet', '--depth', '1', url, 'changelog-content');
  expect(existsSync(join(clone.path, '.git/shallow'))).toBe(true);
  const tags = await readTags(clone.path);
  expect(tags.kind === 'tags' && tags.dates.momentOf('1.0.0', undefined, true)).toBe(
    '2026-01-01T12:00:00.000Z',
  );
});

test('a folder without a repository has no dates', async () => {
  await using folder = await tempFolder();
  expect(await readTags(folder.path)).toEqual({
    kind: 'none',
    why: 'this is not a git repository',
    isOutside: true,
  });
});

test('a machine without git has no dates', async () => {
  await using folder = await gitFolder();
  const { PATH } = process.env;
  process.env.PATH = folder.path;
  try {
    expect(await readTags(folder.path)).toEqual({ kind: 'none', why: 'git is not installed' });
  } finally {
    process.env.PATH = PATH;
  }
});

test('a version without a date gets the date of its tag', async () => {
  await using folder = await gitFolder({
    'CHANGELOG.md': `## 1.2.0\n\n- Three\n\n${undated}`,
    'package.json': JSON.stringify({ name: '@acme/board' }),
  });
  await folder.commit('2026-02-02', '@acme/board@1.1.0');
  const rows = await readChangelog(folder.path);
  const brief = rows?.releases.map(({ version, status, released_at }) => [
    version,
    status,
    String(released_at).slice(0, 10),
  ]);
  expect(brief).toHaveLength(3);
  expect(brief).toEqual(
    expect.arrayContaining([
      ['1.0.0', 'RELEASED', '2026-01-01'],
      ['1.1.0', 'RELEASED', '2026-02-02'],
      ['1.2.0', 'DRAFT', 'null'],
    ]),
  );
  const ofDraft = rows?.releases.find(({ version }) => version === '1.2.0');
  expect([...(rows?.undated ?? [])]).toEqual([ofDraft?.id]);
});

test('tags of another form date versions if sources.yaml names the form', async () => {
  await using folder = await gitFolder({ 'CHANGELOG.md': '## 1.1.0\n\n- Two\n' });
  await folder.commit('2026-02-02', 'parent-1.1.0', 'v9.0.0');
  await expect(readChangelog(folder.path)).rejects.toThrow(
    'No git tag has the name of a version, either. If the tags have other names, add their form to sources.yaml, as in tag: "release-{version}".',
  );
  const rows = await readChangelog(folder.path, 'parent-{version}');
  expect(rows?.releases).toMatchObject([{ released_at: '2026-02-02T12:00:00.000Z' }]);
});

test('without a repository or in a shallow clone, a file that needs tags fails', async () => {
  await using bare = await sourceFolder({ 'CHANGELOG.md': '## 1.1.0\n\n- Two\n' });
  await expect(readChangelog(bare.path)).rejects.toThrow(
    'CHANGELOG.md:1: 1.1.0: has no date. Write the date in the heading or on a line of its own below it, as in "2026-01-31". Dates can also be read from git tags, but this is not a git repository.',
  );
  await using folder = await gitFolder({ 'CHANGELOG.md': undated });
  await folder.commit('2026-01-01', 'v1.1.0');
  await folder.commit('2026-02-02');
  await using clone = await tempFolder();
  const copy = join(clone.path, 'copy');
  await folder.git('clone', '--quiet', '--depth', '1', pathToFileURL(folder.path).href, copy);
  await expect(readChangelog(copy)).rejects.toThrow('"fetch-depth: 0"');
});

test('without a repository, a version without a date beside others is a draft', async () => {
  await using bare = await sourceFolder({
    'CHANGELOG.md': '## 1.1.0\n\n- Two\n\n## 1.0.0 - 2026-01-01\n\n- One\n',
  });
  const rows = await readChangelog(bare.path);
  expect(rows?.releases.map(({ status }) => status)).toEqual(['RELEASED', 'DRAFT']);
  expect(rows?.notes).toEqual([
    'CHANGELOG.md:1: 1.1.0: has no date, so this is a draft, or keeps its date if it was public ([YANKED] in its heading withdraws it); write the date in the heading or on a line of its own below it, as in "2026-01-31"',
  ]);
});
