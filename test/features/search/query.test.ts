import { expect, test } from 'vitest';
import { termsOf } from '../../../src/features/search/query.ts';

test.each([
  ['', []],
  ['–', []],
  ['dark mod', ['dark*', 'mod*']],
  ['the m', ['the', 'm']],
  ['8.', ['8 8.*']],
  ['3.5 fix', ['3.5 3.5.*', 'fix*']],
  ['fix 3.5', ['fix', '3.5*']],
  ['@vue/compiler-sfc', ['vue', 'compiler*', 'sfc*']],
  ['C++', ['c++*']],
  ['深色模式', ['深色', '+色模', '+模式']],
  ['深', ['深*']],
])('splits "%s" into search terms', (text, expected) => {
  const terms = termsOf(text).map(({ word, start, isJoined }) => {
    const beginning = start === undefined ? '' : start === word ? '*' : ` ${start}*`;
    return `${isJoined ? '+' : ''}${word}${beginning}`;
  });
  expect(terms).toEqual(expected);
});
