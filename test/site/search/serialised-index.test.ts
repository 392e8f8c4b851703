import MiniSearch, { type AsPlainObject } from 'minisearch';
import { expect, test } from 'vitest';
import { indexOptions } from '../../../src/site/search/index-options.ts';
import { serialisedIndex } from '../../../src/site/search/serialised-index.ts';

const documents = [
  { title: 'Die Größe zählt 1.2.0', text: 'the end, the "start" & the rest' },
  { title: '', text: 'constructor __proto__ toString 42' },
  { title: 'the', text: '' },
].map((document, release) => ({
  ...document,
  stored: { kind: 'release' as const, release, text: document.text },
}));

test('writes what MiniSearch writes', () => {
  const library = new MiniSearch({ ...indexOptions, storeFields: ['stored'] });
  library.addAll(documents.map((document, id) => ({ id, ...document })));
  const expected = plain(library.toJSON());
  expect(plain(JSON.parse(serialisedIndex(documents)))).toEqual({
    ...expected,
    // The library keeps the fields that it is told; these are all there are.
    storedFields: Object.fromEntries(documents.map(({ stored }, id) => [id, stored])),
    averageFieldLength: expected.averageFieldLength.map((length) => expect.closeTo(length)),
  });
});

test('writes an index of nothing', () => {
  const index = MiniSearch.loadJSON(serialisedIndex([]), indexOptions);
  expect(index.search('the')).toEqual([]);
});

/** Words in alphabetical order: MiniSearch writes them as its tree has them. */
function plain(index: AsPlainObject): AsPlainObject {
  return { ...index, index: index.index.toSorted(([a], [b]) => (a < b ? -1 : 1)) };
}
