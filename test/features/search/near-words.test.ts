import { expect, test } from 'vitest';
import { nearWords, readNearList } from '../../../src/features/search/read/near-words.ts';
import { nearList } from '../../../src/features/search/write/segment-files.ts';

const words = ['react', 'reactive', 'reads', 'hydration', 'sanitised', 'sanitiser', 'vue', 'größe'];

test('gives the words with the smallest edit distance within the limit', () => {
  expect(nearWords(words, 'raect')).toEqual(['react']);
  expect(nearWords(words, 'hydraiton')).toEqual(['hydration']);
  expect(nearWords(words, 'sanitzed')).toEqual(['sanitised']);
  expect(nearWords(words, 'vuee')).toEqual(['vue']);
  expect(nearWords(words, 'vux')).toEqual([]);
  expect(nearWords(words, '1.2.3')).toEqual([]);
  expect(nearWords(words, 'rxxct')).toEqual([]);
  expect(nearWords(words, 'reactiv')).toEqual(['reactive']);
  expect(nearWords(words, 'reactive')).toEqual([]);
});

test('a list is read as written, without words that cannot be corrected', () => {
  const others = [' project:web', '1.2.3', '検索', 'of'];
  const all = new Map([...words, ...others].map((one) => [one, []]));
  expect(readNearList(nearList(all, 99))).toEqual(words.toSorted());
  expect(readNearList(nearList(all, 1))).toEqual(['hydration']);
});
