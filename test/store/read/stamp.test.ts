import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentStamp } from '../../../src/store/read/read-consistently.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('the content stamp changes whenever a file is written, added, replaced or removed', async () => {
  await using folder = await tempFolder();
  const at = (path: string) => join(folder.path, path);
  await mkdir(at('releases'));
  await writeFile(at('releases/a.json'), 'one');
  const seen = [await contentStamp(folder.path)];
  expect(await contentStamp(folder.path)).toBe(seen[0]);
  const changes = [
    () => writeFile(at('releases/a.json'), 'longer'),
    () => writeFile(at('labels.json'), '[]'),
    async () => {
      await writeFile(at('staged'), 'staged');
      await rename(at('staged'), at('releases/a.json'));
    },
    () => mkdir(at('assets')).then(() => writeFile(at('assets/x.png'), 'x')),
    () => rm(at('labels.json')),
  ];
  for (const change of changes) {
    await change();
    seen.push(await contentStamp(folder.path));
  }
  expect(new Set(seen).size).toBe(seen.length);
});

test('the content stamp ignores staged changes and unrelated files', async () => {
  await using folder = await tempFolder();
  const before = await contentStamp(folder.path);
  for (const name of ['.staging', '.git']) {
    await mkdir(join(folder.path, name));
    await writeFile(join(folder.path, name, '0'), 'new');
  }
  await writeFile(join(folder.path, '.lock'), '');
  expect(await contentStamp(folder.path)).toBe(before);
});
