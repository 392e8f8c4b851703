import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { digest } from '../../../src/lib/digest.ts';
import { toJsonText } from '../../../src/lib/json.ts';
import { assetNames, readAsset } from '../../../src/store/assets.ts';
import { readNow } from '../../../src/store/content-file.ts';
import { emptyContent, readContent } from '../../../src/store/read/read-content.ts';
import { createEntryReader, readWorkspaceEntry } from '../../../src/store/read/read-for-page.ts';
import { milestoneEntry, releaseEntry, workspaceEntry } from '../../support/entries.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function contentWith(files: Record<string, unknown>) {
  const folder = await tempFolder();
  for (const [path, value] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), typeof value === 'string' ? value : toJsonText(value));
  }
  return folder;
}

test('treats a missing folder as empty', async () => {
  await using folder = await tempFolder();
  expect(await readContent(join(folder.path, 'none'))).toEqual(emptyContent());
  expect(await assetNames(join(folder.path, 'none'))).toEqual([]);
});

test('reads back what was written', async () => {
  const [release, milestone] = [releaseEntry('one'), milestoneEntry('two')];
  await using folder = await contentWith({
    'workspace.json': workspaceEntry,
    'releases/one.json': release,
    'milestones/two.json': milestone,
    'assets/x.png': 'bytes',
  });
  const content = await readContent(folder.path);
  expect(content.workspace).toEqual(workspaceEntry);
  expect([...content.releases]).toEqual([['one', release]]);
  expect([...content.milestones]).toEqual([['two', milestone]]);
  expect(content.assets).toEqual(new Set(['x.png']));
  expect(content.files.get('releases/one.json')).toBe(digest(toJsonText(release)));
});

test('reads a single entry or file by name', async () => {
  await using folder = await contentWith({
    'releases/one.json': releaseEntry('one'),
    'milestones/two.json': milestoneEntry('two'),
    'assets/x.png': 'bytes',
  });
  const readEntry = createEntryReader(folder.path);
  expect(readEntry('releases', 'one')).toEqual(releaseEntry('one'));
  expect(readEntry('milestones', 'two')).toEqual(milestoneEntry('two'));
  expect(await readAsset(folder.path, 'x.png')).toEqual(Buffer.from('bytes'));
});

test('reads an entry again only after its file has changed', async () => {
  await using folder = await contentWith({ 'releases/one.json': releaseEntry('one') });
  const readEntry = createEntryReader(folder.path);
  const first = readEntry('releases', 'one');
  expect(readEntry('releases', 'one')).toBe(first);
  const file = join(folder.path, 'releases/one.json');
  await writeFile(file, toJsonText(releaseEntry('one', { title: 'Another title' })));
  expect(readEntry('releases', 'one')).toMatchObject({ title: 'Another title' });
  await writeFile(file, '{');
  expect(() => readEntry('releases', 'one')).toThrow(`${file} is damaged`);
  await rm(file);
  expect(readEntry('releases', 'one')).toBeUndefined();
});

test('looks at a file only if the stamp is another one than that of the entry', async () => {
  await using folder = await contentWith({ 'releases/one.json': releaseEntry('one') });
  const file = join(folder.path, 'releases/one.json');
  const readEntry = createEntryReader(folder.path);
  const stamp = readNow(file)?.stamp;
  const first = readEntry('releases', 'one', stamp);
  await rm(file);
  expect(first).toBeDefined();
  expect(readEntry('releases', 'one', stamp)).toBe(first);
  expect(readEntry('releases', 'one', `other ${stamp}`)).toBeUndefined();
  expect(readEntry('releases', 'one')).toBeUndefined();
});

test('completes an entry of an earlier version, also if its stamp is known', async () => {
  const contributors = [{ id: 'c-1', name: 'Ada' }];
  await using folder = await contentWith({
    'releases/one.json': { ...releaseEntry('one'), contributors },
  });
  const stamp = readNow(join(folder.path, 'releases/one.json'))?.stamp;
  const entry = createEntryReader(folder.path)('releases', 'one', stamp);
  expect(entry?.contributors).toEqual([{ id: 'c-1', name: 'Ada', avatar: null }]);
});

test('reads an entry again after many others, so that memory stays bounded', async () => {
  const body = 'x'.repeat(900 * 1024);
  const slugs = ['one', 'two', 'three'];
  await using folder = await contentWith(
    Object.fromEntries(
      slugs.map((slug) => [`releases/${slug}.json`, releaseEntry(slug, { body })]),
    ),
  );
  const readEntry = createEntryReader(folder.path);
  const [first, , last] = slugs.map((slug) => readEntry('releases', slug));
  expect(readEntry('releases', 'three')).toBe(last);
  expect(readEntry('releases', 'one')).not.toBe(first);
  expect(readEntry('releases', 'one')).toEqual(first);
});

test('ignores files that sync does not write', async () => {
  await using folder = await contentWith({ 'README.md': '# Hello', 'releases/.gitkeep': '-' });
  expect(await readContent(folder.path)).toEqual(emptyContent());
});

test('ignores folders, whatever their names', async () => {
  await using folder = await contentWith({
    'releases/x.json/y.json': '{',
    'assets/mine/z.png': 'bytes',
    'assets/.DS_Store': 'bytes',
  });
  expect(await readContent(folder.path)).toEqual(emptyContent());
  expect(await assetNames(folder.path)).toEqual([]);
});

test('reads content from before colours were pairs, and drops those colours', async () => {
  const label = { id: 'l', slug: 'l', name: 'L', color: '#7c3aed' };
  await using folder = await contentWith({ 'labels.json': [label] });
  expect((await readContent(folder.path)).labels).toEqual([{ ...label, color: null }]);
});

test.each([
  ['releases/one.json', '{"id": "one', 'it is not valid JSON'],
  ['labels.json', [{ id: 'l', slug: 'l', name: 7, color: null }], '0.name: '],
  ['.sync.json', [], 'the whole: '],
])('names the damaged file %s and what is wrong with it', async (path, value, why) => {
  await using folder = await contentWith({ [path]: value });
  await expect(readContent(folder.path)).rejects.toMatchObject({
    name: 'WaymarkError',
    message: expect.stringContaining(
      `${join(folder.path, path)} is damaged, or was not written by sync: ${why}`,
    ),
  });
});

test('says how to create content if there is none', async () => {
  await using folder = await tempFolder();
  const failed = await readWorkspaceEntry(folder.path).catch((error) => error);
  expect(failed.message.replace(folder.path, 'content')).toMatchInlineSnapshot(`
    "There is no content in content.
    Run npm run sync first, or set CONTENT_DIR to the folder that sync writes to."
  `);
});

test('returns the workspace that the content belongs to', async () => {
  await using folder = await contentWith({ 'workspace.json': workspaceEntry });
  expect(await readWorkspaceEntry(folder.path)).toEqual(workspaceEntry);
});
