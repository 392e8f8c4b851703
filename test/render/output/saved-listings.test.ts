import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planWithListings } from '../../../src/render/output/saved-listings.ts';
import type { ListingIndex } from '../../../src/store/read/listings.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('a second process gets the listings that the first one read, and saves nothing', async () => {
  await using temp = await tempFolder();
  const plan = async (known: ListingIndex) => {
    const row = known.get('releases/a.json')?.row ?? { title: 'A' };
    const index = new Map([['releases/a.json', { stamp: '1', row }]]) as ListingIndex;
    return { tasks: [], notes: [...known.keys()], index };
  };
  const planned = () => planWithListings(temp.path, { plan }, new Date());
  const savedAs = async () => (await stat(join(temp.path, 'listings.json'))).ino;
  expect((await planned()).notes).toEqual([]);
  const first = await savedAs();
  expect((await planned()).notes).toEqual(['releases/a.json']);
  expect(await savedAs()).toBe(first);
});

test('rows that are new, changed or gone are saved', async () => {
  await using temp = await tempFolder();
  const savedBy = async (titles: Record<string, string>) => {
    const before: string[] = [];
    const plan = async (known: ListingIndex) => {
      before.push(JSON.stringify([...known.values()].map(({ row }) => row)));
      const index = new Map(
        Object.entries(titles).map(([name, title]) => [name, { stamp: '1', row: { title } }]),
      ) as unknown as ListingIndex;
      return { tasks: [], notes: [], index };
    };
    await planWithListings(temp.path, { plan }, new Date());
    return before[0];
  };
  await savedBy({ a: 'A', b: 'B' });
  expect(await savedBy({ a: 'A', b: 'C' })).toBe('[{"title":"A"},{"title":"B"}]');
  expect(await savedBy({ a: 'A' })).toBe('[{"title":"A"},{"title":"C"}]');
  expect(await savedBy({})).toBe('[{"title":"A"}]');
  expect(await savedBy({})).toBe('[]');
});
