import type { LoaderContext } from 'astro/loaders';
import { expect, test } from 'vitest';
import { ReleaseSummary } from '../../../src/model/content/content.ts';
import { contentLoader, contentOnce } from '../../../src/store/read/loader.ts';
import { emptyContent } from '../../../src/store/read/read-content.ts';
import { releaseEntry } from '../../support/entries.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** Loads these releases into what the store held before; gives what it holds then. */
async function load(ids: string[], held: string[] = []) {
  const rows = new Map<string, unknown>(held.map((id) => [id, { id }]));
  const store = {
    keys: () => [...rows.keys()],
    delete: (id: string) => rows.delete(id),
    set: (row: { id: string }) => rows.set(row.id, row),
  };
  const content = { ...emptyContent(), releases: new Map(ids.map((id) => [id, releaseEntry(id)])) };
  const pick = ({ releases }: typeof content) => releases.values();
  const loader = contentLoader('releases', async () => content, pick, ReleaseSummary);
  await loader.load({ store } as unknown as LoaderContext);
  return rows;
}

test('keeps what lists need and leaves the bodies on the disk', async () => {
  const rows = await load(['one']);
  expect(rows.get('one')).toMatchObject({ data: { slug: 'one', title: 'Title of one' } });
  expect(JSON.stringify([...rows])).not.toContain('Body of one');
});

test('forgets what is no longer there', async () => {
  expect([...(await load(['one'], ['one', 'withdrawn'])).keys()]).toEqual(['one']);
});

test('reads the folder once for all collections', async () => {
  await using folder = await tempFolder();
  const content = contentOnce(folder.path);
  expect(content()).toBe(content());
  await content();
});
