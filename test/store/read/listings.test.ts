import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { readListings } from '../../../src/store/read/listings.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A copy of the bundled sample, with a function to edit it. */
async function startSample() {
  const temp = await tempFolder();
  const contentDir = join(temp.path, 'content');
  await cp('content', contentDir, { recursive: true });
  const edit = async (slug: string, from: string, to: string) => {
    const file = join(contentDir, `releases/${slug}.json`);
    const text = await readFile(file, 'utf8');
    expect(text).toContain(from);
    await writeFile(file, text.replace(from, to));
  };
  return { contentDir, edit, [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose]() };
}

test('reads only changed files again, and drops the rows of removed files', async () => {
  await using it = await startSample();
  const index = await readListings(it.contentDir, 'releases');
  const [first, second, third] = Array.from(index.values(), ({ row }) => row);
  if (!first || !second || !third) throw new Error('the sample is too small');
  await it.edit(first.slug, '"title": "', '"title": "New ');
  await rm(join(it.contentDir, `releases/${second.slug}.json`));
  // A changed title in the index shows whether a file was read again.
  const known = new Map(index);
  const path = `releases/${third.slug}.json`;
  const before = known.get(path);
  if (!before) throw new Error(`${path} is not known`);
  known.set(path, { ...before, row: { ...third, title: 'as it was known' } });
  const again = await readListings(it.contentDir, 'releases', known);
  const titles = new Map(Array.from(again.values(), ({ row }) => [row.id, row.title]));
  expect(titles.get(first.id)).toBe(`New ${first.title}`);
  expect(titles.has(second.id)).toBe(false);
  expect(titles.get(third.id)).toBe('as it was known');
  expect(again.has(`releases/${second.slug}.json`)).toBe(false);
});

test('a file that sync did not write is named', async () => {
  await using it = await startSample();
  const [path = ''] = (await readListings(it.contentDir, 'releases')).keys();
  const slug = basename(path, '.json');
  await it.edit(slug, '"title": "', '"titles": "');
  await expect(readListings(it.contentDir, 'releases')).rejects.toThrow(
    `releases/${slug}.json is damaged, or was not written by sync`,
  );
});

test('a missing folder has no rows', async () => {
  expect(await readListings('/nowhere', 'releases')).toEqual(new Map());
});
