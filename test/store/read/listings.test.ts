import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readListings } from '../../../src/store/read/listings.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** The bundled sample, to be changed. */
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

test('reads again what changed alone, and gives nothing of what is gone', async () => {
  await using it = await startSample();
  const { listings, index } = await readListings(it.contentDir);
  const [first, second, third] = listings.releases;
  if (!first || !second || !third) throw new Error('the sample is too small');
  await it.edit(first.slug, '"title": "', '"title": "New ');
  await rm(join(it.contentDir, `releases/${second.slug}.json`));
  // What is not read again shows what was known of it.
  const known = new Map(index);
  const path = `releases/${third.slug}.json`;
  const before = known.get(path);
  if (!before) throw new Error(`${path} is not known`);
  known.set(path, { ...before, row: { ...third, title: 'as it was known' } });
  const again = await readListings(it.contentDir, known);
  const titles = new Map(again.listings.releases.map(({ id, title }) => [id, title]));
  expect(titles.get(first.id)).toBe(`New ${first.title}`);
  expect(titles.has(second.id)).toBe(false);
  expect(titles.get(third.id)).toBe('as it was known');
  expect(again.index.has(`releases/${second.slug}.json`)).toBe(false);
});

test('a file that is not a file that sync wrote is named', async () => {
  await using it = await startSample();
  const [first] = (await readListings(it.contentDir)).listings.releases;
  await it.edit(first?.slug ?? '', '"title": "', '"titles": "');
  await expect(readListings(it.contentDir)).rejects.toThrow(
    `releases/${first?.slug}.json is not a file that sync wrote`,
  );
});

test('a folder that is not there has no rows', async () => {
  const { listings } = await readListings('/nowhere');
  expect(listings).toEqual({ releases: [], milestones: [], projects: [], labels: [] });
});
