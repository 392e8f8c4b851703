import { mkdirSync, rmSync, watch } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyChanges, recover } from '../../../src/store/write/apply.ts';
import { filesIn, stampsIn } from '../../support/files-in.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { interrupted, ownWorkspace } from '../interrupted.ts';

const write = (path: string, text: string) => ({ kind: 'write', path, text: () => text }) as const;
const remove = (path: string) => ({ kind: 'remove', path }) as const;

test('creates the folder with nothing in it but the requested files', async () => {
  await using folder = await tempFolder();
  const content = join(folder.path, 'new', 'content');
  await applyChanges(content, [write('releases/a.json', 'A'), write('labels.json', 'L')]);
  expect(await filesIn(content)).toEqual({ 'labels.json': 'L', 'releases/a.json': 'A' });
});

test('replaces, adds and removes files, and leaves the others alone', async () => {
  await using folder = await tempFolder();
  const files = ['a', 'b', 'c'].map((name) => write(`releases/${name}.json`, name));
  await applyChanges(folder.path, files);
  await applyChanges(folder.path, [
    write('releases/a.json', 'A'),
    write('releases/d.json', 'd'),
    remove('releases/b.json'),
  ]);
  expect(await filesIn(folder.path)).toEqual({
    'releases/a.json': 'A',
    'releases/c.json': 'c',
    'releases/d.json': 'd',
  });
});

test('copies the bytes of another file unchanged, and leaves the original in place', async () => {
  await using folder = await tempFolder();
  const [content, from] = [join(folder.path, 'content'), join(folder.path, 'waiting')];
  await writeFile(from, new Uint8Array([0, 255, 10, 13]));
  await applyChanges(content, [{ kind: 'write', path: 'assets/0123456789abcdef0123.bin', from }]);
  expect(await filesIn(content)).toEqual({ 'assets/0123456789abcdef0123.bin': '\u0000\u00ff\n\r' });
  expect(await readFile(from)).toHaveLength(4);
});

test('changes nothing if a file to copy is missing', async () => {
  await using folder = await tempFolder();
  const [content, from] = [join(folder.path, 'content'), join(folder.path, 'gone')];
  await applyChanges(content, [write('labels.json', 'old')]);
  const changes = [
    write('labels.json', 'new'),
    { kind: 'write', path: 'milestones/x.json', from } as const,
  ];
  await expect(applyChanges(content, changes)).rejects.toThrow('ENOENT');
  await recover(content);
  expect(await filesIn(content)).toEqual({ 'labels.json': 'old' });
});

test('writes nothing when there is nothing to do', async () => {
  await using folder = await tempFolder();
  await applyChanges(folder.path, [write('labels.json', 'L')]);
  const before = await stampsIn(folder.path);
  await applyChanges(folder.path, []);
  expect(await stampsIn(folder.path)).toEqual(before);
});

test('accepts the removal of a file that does not exist', async () => {
  await using folder = await tempFolder();
  await applyChanges(folder.path, [remove('releases/never.json')]);
  expect(await filesIn(folder.path)).toEqual({});
});

test('leaves every file unchanged if one of them cannot be staged', async () => {
  await using folder = await tempFolder();
  await applyChanges(folder.path, [write('labels.json', 'old')]);
  const unwritable = {
    kind: 'write',
    path: 'releases/b.json',
    text: () => Symbol() as unknown as string,
  } as const;
  await expect(
    applyChanges(folder.path, [write('labels.json', 'new'), unwritable]),
  ).rejects.toThrow();
  // The space of the files that were staged before is free again.
  expect(await filesIn(folder.path)).toEqual({ 'labels.json': 'old' });
  await recover(folder.path);
  expect(await filesIn(folder.path)).toEqual({ 'labels.json': 'old' });
});

test('leaves the content unchanged if the run was killed before it wrote its journal', async () => {
  await using folder = await tempFolder();
  await interrupted(folder.path, { journal: false, moved: [] });
  await recover(folder.path);
  expect(await filesIn(folder.path)).toEqual({
    'workspace.json': ownWorkspace,
    'projects.json': 'old a',
    'labels.json': 'old b',
  });
});

test.each([[[]], [['projects.json']], [['projects.json', 'releases/c.json']]])(
  'finishes the work if the run was killed after it wrote its journal, with %j moved',
  async (moved) => {
    await using folder = await tempFolder();
    await interrupted(folder.path, { journal: true, moved });
    await recover(folder.path);
    expect(await filesIn(folder.path)).toEqual({
      'workspace.json': ownWorkspace,
      'projects.json': 'new a',
      'releases/c.json': 'new c',
    });
  },
);

test('finishes an interrupted run before it begins its own work', async () => {
  await using folder = await tempFolder();
  await interrupted(folder.path, { journal: true, moved: ['projects.json'] });
  await applyChanges(folder.path, [write('projects.json', 'newest a')]);
  expect(await filesIn(folder.path)).toEqual({
    'workspace.json': ownWorkspace,
    'projects.json': 'newest a',
    'releases/c.json': 'new c',
  });
});

const many = Array.from({ length: 200 }, (_, n) => write(`releases/r-${n}.json`, `${n}`));

test('fails without changing the content if a staged file disappears', async () => {
  await using folder = await tempFolder(inMemory);
  await applyChanges(folder.path, [write('labels.json', 'old')]);
  const thief = {
    ...write('labels.json', 'new'),
    text: () => {
      rmSync(join(folder.path, '.staging/0'));
      return 'new';
    },
  };
  await expect(applyChanges(folder.path, [...many, thief])).rejects.toThrow('are missing from');
  await recover(folder.path);
  expect(await filesIn(folder.path)).toEqual({ 'labels.json': 'old' });
});

test('fails if a staged file disappears while files are moved into place', async () => {
  await using folder = await tempFolder(inMemory);
  const watcher = watch(folder.path, (_event, name) => {
    if (name === '.journal.json') rmSync(join(folder.path, '.staging/199'), { force: true });
  });
  const failed = applyChanges(folder.path, many);
  await expect(failed).rejects.toThrow('run npm run sync again');
  await expect(failed).rejects.not.toThrow('was only changed in part');
  watcher.close();
});

test.each(['../x.json', '/x.json', 'releases/../../x.json', '..\\x.json', '', 'releases/'])(
  'refuses the path %j, and writes nothing',
  async (path) => {
    await using folder = await tempFolder();
    const content = join(folder.path, 'content');
    const changes = [write('labels.json', 'L'), write(path, 'X')];
    await expect(applyChanges(content, changes)).rejects.toThrow(/nothing was written/i);
    await expect(applyChanges(content, [remove(path)])).rejects.toThrow(/nothing was written/i);
    expect(await filesIn(folder.path)).toEqual({});
  },
);

test.each([
  [{ path: '../b.json', staged: '0' }],
  [{ path: '../old.json', staged: null }],
  [{ path: 'README.md', staged: null }],
  [{ path: '.git/config', staged: null }],
  [{ path: 'assets/logo.png', staged: null }],
  [{ path: 'labels.json', staged: '../../old.json' }],
  [{ path: 'labels.json', staged: '../0' }],
  [{ path: 'labels.json', staged: '0/../../1' }],
])('touches nothing if the journal names a file that sync does not write: %j', async (move) => {
  await using folder = await tempFolder();
  const content = join(folder.path, 'content');
  await interrupted(content, { journal: false, moved: [] });
  await writeFile(join(folder.path, 'old.json'), 'old');
  await writeFile(join(content, '.journal.json'), JSON.stringify([move]));
  const before = await filesIn(folder.path);
  await expect(recover(content)).rejects.toThrow('is damaged, or was not written by sync');
  expect(await filesIn(folder.path)).toEqual(before);
});

test.each([
  ['a folder', (at: string) => mkdir(at)],
  ['a file in the place of its folder', (at: string) => writeFile(join(at, '..'), 'mine')],
  ['a link to nowhere in the place of its folder', (at: string) => symlink('gone', join(at, '..'))],
])('names %s that is in the way, and changes nothing', async (_what, stand) => {
  await using folder = await tempFolder();
  await applyChanges(folder.path, [write('labels.json', 'old')]);
  if (_what === 'a folder') await mkdir(join(folder.path, 'releases'));
  await stand(join(folder.path, 'releases/a.json'));
  const before = await filesIn(folder.path);
  const changes = [write('labels.json', 'new'), write('releases/a.json', 'A')];
  await expect(applyChanges(folder.path, changes)).rejects.toThrow('Move it away');
  expect(await filesIn(folder.path)).toEqual(before);
});

test('keeps foreign files in a folder that has the name of its staging folder', async () => {
  await using folder = await tempFolder();
  await mkdir(join(folder.path, '.staging'));
  await writeFile(join(folder.path, '.staging/notes.txt'), 'mine');
  await applyChanges(folder.path, [write('labels.json', 'L')]);
  expect(await filesIn(folder.path)).toEqual({
    'labels.json': 'L',
    '.staging/notes.txt': 'mine',
  });
});

test('ignores files that an earlier run staged without writing a journal', async () => {
  await using folder = await tempFolder();
  await interrupted(folder.path, { journal: false, moved: [] });
  await applyChanges(folder.path, [write('milestones/d.json', 'd')]);
  expect(await filesIn(folder.path)).toEqual({
    'workspace.json': ownWorkspace,
    'projects.json': 'old a',
    'labels.json': 'old b',
    'milestones/d.json': 'd',
  });
});

test('touches nothing if the journal is damaged', async () => {
  await using folder = await tempFolder();
  await mkdir(join(folder.path, '.staging'));
  await writeFile(join(folder.path, '.journal.json'), '[{"pa');
  await expect(recover(folder.path)).rejects.toThrow();
  expect(await filesIn(folder.path)).toEqual({ '.journal.json': '[{"pa' });
});

test('removes nothing because of a journal in a folder that is not Waymark’s', async () => {
  await using folder = await tempFolder();
  await interrupted(folder.path, { journal: true, moved: [] });
  await writeFile(join(folder.path, 'workspace.json'), '{"packages": []}');
  const before = await filesIn(folder.path);
  await expect(recover(folder.path)).rejects.toThrow('was left unchanged');
  expect(await filesIn(folder.path)).toEqual(before);
});

test('a first run that stops halfway leaves a folder that the next run recognises and finishes', async () => {
  await using folder = await tempFolder();
  const way = join(folder.path, 'releases/a.json');
  const inTheWay = () => {
    mkdirSync(join(way, 'x'), { recursive: true });
    return ownWorkspace;
  };
  const changes = [
    write('releases/a.json', 'A'),
    { ...write('workspace.json', ''), text: inTheWay },
  ];
  await expect(applyChanges(folder.path, changes)).rejects.toThrow('only changed in part');
  await rm(way, { recursive: true });
  await recover(folder.path);
  expect(await filesIn(folder.path)).toEqual({
    'releases/a.json': 'A',
    'workspace.json': ownWorkspace,
  });
});
