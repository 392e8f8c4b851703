import { expect, test } from 'vitest';
import { placedWords, words } from '../../../src/features/search/words.ts';

test.each([
  ['Reads BASE_PATH, twice.', ['reads', 'base', 'path', 'twice']],
  ['Since v1.2.3 and 0.5.0-beta.1', ['since', '1.2.3', 'and', '0.5.0', 'beta', '1']],
  ['In 2024. 3 more', ['in', '2024', '3', 'more']],
  ['Café, Größe, Änderung', ['cafe', 'grosse', 'anderung']],
  ['最新の version', ['最新', '新の', 'の', 'version']],
  ['C++, C# and issue#12', ['c++', 'c#', 'and', 'issue', '12']],
  [
    'ガイド, サーバー',
    ['ガイ', 'イド', 'ド', 'サー', 'ーバ', 'バー', 'ー'].map((sign) => sign.normalize('NFKD')),
  ],
  ['البحث والفهرسة في المُزامَنة', ['بحث', 'فهرسه', 'في', 'مزامنه']],
  ['don’t', ['don', 't']],
  ['onTransitionEnd twice', ['ontransitionend', 'transitionend', 'end', 'twice']],
  ['GitHub, getIO', ['github', 'hub', 'getio']],
  [
    'aBcdEfghIjklMnopQrstUvwx',
    'abcdefghijklmnopqrstuvwx,bcdefghijklmnopqrstuvwx,efghijklmnopqrstuvwx,ijklmnopqrstuvwx,mnopqrstuvwx'.split(
      ',',
    ),
  ],
  ['– … 🎉', []],
  ['', []],
])('splits "%s" into words', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test.each(['v1.2.3 v1. 1.2x', 'c++ c# c#x f#2', "a_b don't x.y/z-1", 'node20.1 @types/node'])(
  'finds in "%s" the same words with a letter beyond ASCII beside them',
  (text) => {
    expect([...words(text), 'e']).toEqual(words(`${text} é`));
  },
);

test('normalises accents and versions', () => {
  expect(words('CAFE\u0301 V2.0')).toEqual(words('café 2.0'));
});

test('keeps the voicing marks of Japanese', () => {
  expect(words('が')).not.toEqual(words('か'));
});

test('removes the article of Arabic words', () => {
  expect(words('البَحْث')).toEqual(words('بحث'));
  expect(words('للمشاريع')).toEqual(words('المشاريع'));
  expect(words('ال')).toEqual(['ال']);
});

test('converts half-width and combined characters to full-width ones', () => {
  expect(words('ｶﾞｲﾄﾞ')).toEqual(words('ガイド'));
  expect(words('㌔')).toEqual(words('キロ'));
});

test('gives the position of each word', () => {
  const text = 'Die Größe (v2.1) zählt.';
  const placed = placedWords(text);
  expect(placed.map(({ word }) => word)).toEqual(words(text));
  expect(placed.map(({ start, end }) => text.slice(start, end))).toEqual([
    'Die',
    'Größe',
    'v2.1',
    'zählt',
  ]);
});
