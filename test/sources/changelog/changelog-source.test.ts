import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createChangelogSources } from '../../../src/sources/changelog/changelog-source.ts';
import { SourceError } from '../../../src/sources/source.ts';
import { cleanHtml } from '../../../src/sync/prepare/html/parse-body.ts';
import { sourceFolder } from '../source-folder.ts';

const open = (cwd: string, changelog: string, project?: string) =>
  createChangelogSources({
    entry: { changelog, ...(project !== undefined && { project }) },
    sanitise: cleanHtml,
    timeZone: 'UTC',
    rootName: 'Board',
    cwd,
  });

/** Reads the only source that an entry of `sources.yaml` results in. */
async function readOne(cwd: string, changelog = 'CHANGELOG.md', project?: string) {
  const sources = await open(cwd, changelog, project);
  expect(sources).toHaveLength(1);
  return await sources[0]?.read();
}

const dated = '## 1.1.0 - 2026-02-02\n\n- Two\n\n## 1.0.0 - 2026-01-01\n\n- One\n';
const named = (name: string) => JSON.stringify({ name });

test('reads the versions of a file, with the project of its package', async () => {
  await using folder = await sourceFolder({
    'CHANGELOG.md': dated,
    'package.json': named('@acme/board'),
  });
  const rows = await readOne(folder.path);
  expect(rows).toMatchObject({ milestones: [], unreadable: [], notes: [] });
  expect(rows?.releases).toMatchObject([
    { id: expect.stringMatching(/^changelog-1-0-0-/), project: { name: '@acme/board' } },
    { version: '1.1.0', slug: 'acme-board-1-1-0', status: 'RELEASED' },
  ]);
});

test('each file of a glob is a source, with the name of its package in its ids', async () => {
  await using folder = await sourceFolder({
    'packages/a/CHANGELOG.md': dated,
    'packages/a/package.json': named('@acme/a'),
    'packages/b/CHANGELOG.md': dated,
    'packages/c/README.md': 'x',
    'packages/node_modules/d/CHANGELOG.md': dated,
    'node_modules/e/CHANGELOG.md': dated,
  });
  const sources = await open(folder.path, '**/CHANGELOG.md');
  expect(sources.map(({ name }) => name)).toEqual([
    'changelog packages/a/CHANGELOG.md',
    'changelog packages/b/CHANGELOG.md',
  ]);
  const all = await Promise.all(sources.map((source) => source.read()));
  const releases = all.flatMap((one) => one.releases);
  expect(new Set(releases.map(({ id }) => id)).size).toBe(4);
  expect(new Set(releases.map(({ project }) => project?.name))).toEqual(new Set(['@acme/a', 'b']));
});

test('the option `project` sets the project of all versions', async () => {
  await using folder = await sourceFolder({ 'CHANGELOG.md': dated });
  const rows = await readOne(folder.path, 'CHANGELOG.md', 'Board');
  expect(rows?.releases.map(({ project }) => project?.name)).toEqual(['Board', 'Board']);
});

test('a glob without a match fails, and so does a missing file', async () => {
  await using folder = await sourceFolder({ 'packages/a/README.md': 'x' });
  await expect(readOne(folder.path, 'packages/*/CHANGELOG.md')).rejects.toThrow(
    new SourceError('No file matches packages/*/CHANGELOG.md. Check the pattern in sources.yaml.'),
  );
  await expect(readOne(folder.path)).rejects.toThrow(SourceError);
  await expect(readOne(folder.path)).rejects.toThrow(
    'CHANGELOG.md does not exist. Check its name in sources.yaml.',
  );
});

test('a file that fails does not affect the other files of its glob', async () => {
  await using folder = await sourceFolder({
    'a/CHANGELOG.md': dated,
    'b/CHANGELOG.md': Buffer.from([0xff, 0xfe]),
  });
  const sources = await open(folder.path, '*/CHANGELOG.md');
  const results = await Promise.allSettled(sources.map((source) => source.read()));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

test('a file behind a symbolic link out of the folder is refused', async () => {
  await using outside = await sourceFolder({ 'CHANGELOG.md': dated });
  await using folder = await sourceFolder({ 'a.md': dated });
  await symlink(join(outside.path, 'CHANGELOG.md'), join(folder.path, 'CHANGELOG.md'));
  await symlink(outside.path, join(folder.path, 'packages'));
  await expect(readOne(folder.path)).rejects.toThrow(
    'CHANGELOG.md is a symbolic link to a place outside the folder of sources.yaml.',
  );
  await expect(readOne(folder.path, 'packages/CHANGELOG.md')).rejects.toThrow(SourceError);
});

test('a file in which all versions have dates needs no repository', async () => {
  await using folder = await sourceFolder({ 'CHANGELOG.md': `## Unreleased\n\n- New\n\n${dated}` });
  expect((await readOne(folder.path))?.releases).toHaveLength(3);
});

test('notes contain the file and the line', async () => {
  await using folder = await sourceFolder({
    'CHANGELOG.md': '## 1.0.0 - 2026-01-01 [YANKED]\n\n- One\n',
  });
  const rows = await readOne(folder.path);
  expect(rows?.notes).toEqual([expect.stringMatching(/^CHANGELOG\.md:1: 1\.0\.0: yanked/)]);
  expect(rows?.releases).toMatchObject([{ is_public: false, status: 'RELEASED' }]);
});

test('a file without versions is reported with an example of a heading', async () => {
  await using folder = await sourceFolder({ 'CHANGELOG.md': '# Changelog\n\n- One\n' });
  expect((await readOne(folder.path))?.notes).toEqual([
    'CHANGELOG.md has no versions: their headings have to look like "## 1.0.0 - 2026-01-31".',
  ]);
});

test('the text of a heading that cannot be parsed is reported once', async () => {
  const heading = '## 1.1.0 the big one\n\n### Added\n\n- A\n\n### More\n\n- B\n\n';
  await using folder = await sourceFolder({
    'CHANGELOG.md': `# Changelog\n\n### About\n\nText\n\n${heading}${dated}`,
  });
  expect((await readOne(folder.path))?.notes).toEqual([
    'CHANGELOG.md:3: “About”: is not a version; the heading and the text below it were left out',
    'CHANGELOG.md:7: “1.1.0 the big one”: looks like a version but cannot be parsed; the heading and its text were left out',
  ]);
});

test('a yanked version without a date is not public', async () => {
  await using folder = await sourceFolder({
    'CHANGELOG.md': '## 2.0.0 - 2026-01-01\n\n- One\n\n## 1.0.0 [YANKED]\n\n- Two\n',
  });
  const rows = await readOne(folder.path);
  expect(rows?.releases.map(({ version, is_public }) => [version, is_public])).toEqual(
    expect.arrayContaining([
      ['1.0.0', false],
      ['2.0.0', true],
    ]),
  );
});

test('a changelog of 10 MB is refused, and the error names it', async () => {
  await using folder = await sourceFolder({ 'CHANGELOG.md': 'x'.repeat(10_000_000) });
  await expect(readOne(folder.path)).rejects.toThrow('CHANGELOG.md is larger than 8 MiB');
});

test('a changelog of 10,000 versions is read, and one of more is refused', async () => {
  const of = (count: number) =>
    Array.from({ length: count }, (_, at) => `## 1.0.${at} - 2026-01-31\n`).join('');
  await using folder = await sourceFolder({ 'CHANGELOG.md': of(10_000) });
  expect((await readOne(folder.path))?.releases).toHaveLength(10_000);
  await using larger = await sourceFolder({ 'CHANGELOG.md': of(10_001) });
  await expect(readOne(larger.path)).rejects.toThrow(
    'CHANGELOG.md has more than 10,000 versions. Make it smaller or split it.',
  );
});

test.each(['\n', '\r\n', '\r'])(
  'a changelog of more lines than memory can hold as blocks is refused: %j',
  async (end) => {
    await using folder = await sourceFolder({ 'CHANGELOG.md': `a${end}${end}`.repeat(125_001) });
    await expect(readOne(folder.path)).rejects.toThrow(
      'CHANGELOG.md has more than 250,000 lines. Make it smaller or split it.',
    );
  },
);
