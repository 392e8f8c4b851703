import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MilestoneListing, ReleaseListing } from '../../../src/model/content/content.ts';
import { readListings } from '../../../src/store/read/listings.ts';
import { listedRows } from '../../../src/store/read/loader.ts';
import { readContent } from '../../../src/store/read/read-content.ts';
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

/** What a collection of Astro would hold. */
async function rowsOf(contentDir: string) {
  const content = await readContent(contentDir);
  return {
    releases: Array.from(listedRows('releases')(content), (row) => ReleaseListing.parse(row)),
    milestones: Array.from(listedRows('milestones')(content), (row) => MilestoneListing.parse(row)),
    projects: content.projects,
    labels: content.labels,
  };
}

test('gives the rows that Astro’s collections hold', async () => {
  await using it = await startSample();
  const { listings } = await readListings(it.contentDir);
  expect(listings.releases.length).toBeGreaterThan(5);
  expect(listings).toEqual(await rowsOf(it.contentDir));
});

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
