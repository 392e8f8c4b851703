import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFileAtomically } from '../../../src/lib/files/atomic-file.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('replaces a file and creates missing folders', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'a', 'b.txt');
  await writeFileAtomically(file, 'old');
  await writeFileAtomically(file, 'new');
  expect(await filesIn(folder.path)).toEqual({ 'a/b.txt': 'new' });
});

test('readers see the old bytes or the new ones, never a part', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'big.txt');
  const texts = ['a', 'b'].map((letter) => letter.repeat(4_000_000));
  await writeFileAtomically(file, texts[0] ?? '');
  let writing = true;
  const written = writeFileAtomically(file, texts[1] ?? '').finally(() => {
    writing = false;
  });
  const seen = new Set<string>();
  while (writing) seen.add(await readFile(file, 'utf8'));
  await written;
  expect([...seen].filter((text) => !texts.includes(text))).toEqual([]);
  expect(seen.size).toBeGreaterThan(0);
});

test('leaves no files behind if it fails', async () => {
  await using folder = await tempFolder();
  await mkdir(join(folder.path, 'taken', 'inside'), { recursive: true });
  await expect(writeFileAtomically(join(folder.path, 'taken'), 'x')).rejects.toThrow();
  expect(await filesIn(folder.path)).toEqual({});
});

test('keeps the old file if the new bytes cannot be written', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'a.txt');
  await writeFileAtomically(file, 'old');
  await expect(writeFileAtomically(file, Symbol() as unknown as string)).rejects.toThrow();
  expect(await filesIn(folder.path)).toEqual({ 'a.txt': 'old' });
});
