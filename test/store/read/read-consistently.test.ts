import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockContent } from '../../../src/store/lock.ts';
import { awaitJournal, readConsistently } from '../../../src/store/read/read-consistently.ts';
import { applyChanges } from '../../../src/store/write/apply.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { interrupted, ownWorkspace } from '../interrupted.ts';

const write = (path: string, text: string) => ({ kind: 'write', path, text: () => text }) as const;

/** A content folder with two files that are always written together. */
async function start() {
  const folder = await tempFolder();
  const content = join(folder.path, 'content');
  const change = (text: string) =>
    applyChanges(content, [write('labels.json', text), write('releases/a.json', text)]);
  const read = (path: string) => readFile(join(content, path), 'utf8');
  await change('old');
  return { content, change, read, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test('returns what was read, and takes no lock while nothing changes', async () => {
  await using it = await start();
  using _lock = await lockContent(it.content, {});
  const onWait = () => expect.unreachable();
  expect(await readConsistently(it.content, { onWait }, () => it.read('labels.json'))).toBe('old');
});

test('reads again, under the lock, if a sync changed the content meanwhile', async () => {
  await using it = await start();
  let turns = 0;
  const both = await readConsistently(it.content, {}, async () => {
    turns += 1;
    const first = await it.read('labels.json');
    if (turns === 1) await it.change('new');
    else await expect(lockContent(it.content, { onWait: refuse })).rejects.toThrow('refused');
    return [first, await it.read('releases/a.json')];
  });
  expect(both).toEqual(['new', 'new']);
});

test('reads again if a file that it needs was removed meanwhile', async () => {
  await using it = await start();
  let turns = 0;
  await readConsistently(it.content, {}, async () => {
    turns += 1;
    if (turns > 1) return;
    await applyChanges(it.content, [{ kind: 'remove', path: 'releases/a.json' }]);
    await it.read('releases/a.json');
  });
  expect(turns).toBe(2);
});

test('lets the reader check for changes before it keeps a result, and passes on other errors', async () => {
  await using it = await start();
  const kept: string[] = [];
  await readConsistently(it.content, {}, async ({ stamp, assertUnchanged }) => {
    if (kept.length === 0) kept.push('first');
    if (kept.length === 1 && (await it.read('labels.json')) === 'old') await it.change('new');
    await assertUnchanged();
    kept.push(stamp);
  });
  expect(kept).toHaveLength(2);
  const failing = readConsistently(it.content, {}, () => it.read('none.json'));
  await expect(failing).rejects.toThrow('ENOENT');
});

test('gives up if the content changes without a lock at every attempt', async () => {
  await using it = await start();
  let turns = 0;
  const reading = readConsistently(it.content, {}, async () => {
    turns += 1;
    await writeFile(join(it.content, 'labels.json'), `${turns}`);
  });
  await expect(reading).rejects.toThrow('by a program other than sync');
});

test('finishes what a killed sync had begun', async () => {
  await using folder = await tempFolder();
  await interrupted(folder.path, { journal: true, moved: ['projects.json'] });
  const read = () => filesIn(folder.path);
  const expected = {
    'workspace.json': ownWorkspace,
    'projects.json': 'new a',
    'releases/c.json': 'new c',
  };
  expect(await readConsistently(folder.path, {}, read)).toEqual(expected);
});

test('waits for a sync that is applying changes, but not for one that only stages them', async () => {
  await using it = await start();
  await writeFile(join(it.content, 'workspace.json'), ownWorkspace);
  const staging = join(it.content, '.staging');
  await mkdir(staging);
  await writeFile(join(staging, '0'), 'staged');
  const sync = await lockContent(it.content, {});
  expect(await readConsistently(it.content, { onWait: refuse }, async () => 'read')).toBe('read');
  expect(await readdir(staging)).toEqual(['0']);
  await writeFile(join(it.content, '.journal.json'), '[{"path":"labels.json","staged":"0"}]');
  const reading = readConsistently(
    it.content,
    { onWait: () => setTimeout(() => sync[Symbol.dispose](), 100) },
    () => it.read('labels.json'),
  );
  expect(await reading).toBe('staged');
});

test('leaves an interrupted run to others if asked to', async () => {
  await using folder = await tempFolder();
  await interrupted(folder.path, { journal: true, moved: [] });
  const before = await filesIn(folder.path);
  await awaitJournal(folder.path, {}, true);
  expect(await filesIn(folder.path)).toEqual(before);
});

function refuse(): never {
  throw new Error('refused');
}
