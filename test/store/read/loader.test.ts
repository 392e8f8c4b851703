import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoaderContext } from 'astro/loaders';
import { expect, test } from 'vitest';
import { readListings } from '../../../src/store/read/listings.ts';
import { contentLoaders } from '../../../src/store/read/loader.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A collection's store as Astro hands it to a loader. */
function startStore() {
  const rows = new Map<string, unknown>();
  const store = {
    clear: () => rows.clear(),
    set: ({ id, data }: { id: string; data: unknown }) => rows.set(id, data),
  };
  return { rows, context: { store } as unknown as LoaderContext };
}

test('keeps what lists need, and leaves bodies on the disk', async () => {
  const [{ listings }, loaderOf] = [await readListings('content'), contentLoaders('content')];
  for (const name of ['releases', 'milestones', 'projects', 'labels'] as const) {
    const { rows, context } = startStore();
    await loaderOf(name).load(context);
    expect(rows.size).toBeGreaterThan(0);
    expect([...rows.values()]).toEqual(listings[name]);
    expect(JSON.stringify([...rows])).not.toContain('"body"');
  }
});

test('removes the row of a deleted file at the next load', async () => {
  await using temp = await tempFolder();
  const contentDir = join(temp.path, 'content');
  await cp('content', contentDir, { recursive: true });
  const loader = contentLoaders(contentDir)('releases');
  const { rows, context } = startStore();
  await loader.load(context);
  const [[id, row] = []] = rows;
  const { slug } = row as { slug: string };
  await rm(join(contentDir, `releases/${slug}.json`));
  await loader.load(context);
  expect(rows.has(id ?? '')).toBe(false);
  expect(rows.size).toBeGreaterThan(0);
});
