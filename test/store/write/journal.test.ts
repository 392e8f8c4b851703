import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isStagedName, OwnPath, readJournal } from '../../../src/store/write/journal.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const digest = '0123456789abcdef0123';

test.each([
  'workspace.json',
  '.sync.json',
  'releases/a.json',
  'milestones/a.b.json',
  `assets/${digest}.png`,
  `assets/${digest}.mp4`,
  `assets/${digest}-800.webp`,
  'roadmap-log.damaged-0123abcd.json',
  'release-log.damaged-0123abcd.json',
])('sync writes the path %s', (path) => {
  expect(OwnPath.safeParse(path).success).toBe(true);
});

test.each([
  'workspace.json.exe',
  'releases/.a.json',
  'releases/a/b.json',
  'releases/a\\b.json',
  'releases/a\0.json',
  'releases/a.json.exe',
  'my/releases/a.json',
  `assets/${digest}`,
  `assets/${digest}.`,
  `assets/${digest}.P!`,
  `assets/${digest}0.png`,
  `assets/${digest}-.webp`,
  `assets/${digest}-x.webp`,
  `assets/${digest}.png/../../../x`,
  `../assets/${digest}.png`,
  'roadmap-log.damaged-0.json',
  'roadmap-log.damaged-zzzzzzzz.json',
  'roadmap-log.damaged-0123abcd.json.exe',
  '../roadmap-log.damaged-0123abcd.json',
])('sync never writes the path %j', (path) => {
  expect(OwnPath.safeParse(path).success).toBe(false);
});

test('a staged file has a number as its name, in a journal too', async () => {
  await using folder = await tempFolder();
  const read = async (staged: string) => {
    await mkdir(folder.path, { recursive: true });
    const moves = [{ path: 'labels.json', staged }];
    await writeFile(join(folder.path, '.journal.json'), JSON.stringify(moves));
    return readJournal(folder.path);
  };
  for (const name of ['0', '12']) {
    expect(await read(name)).toEqual([{ path: 'labels.json', staged: name }]);
    expect(isStagedName(name)).toBe(true);
  }
  for (const name of ['', 'a', '1a', 'a1', '../1', '1/../2']) {
    await expect(read(name)).rejects.toThrow('.journal.json is damaged');
    expect(isStagedName(name)).toBe(false);
  }
  expect(isStagedName('journal')).toBe(true);
});
