import { expect, test } from 'vitest';
import { dropForbidden, oneLine, shorten } from '../../../src/lib/text/text.ts';

test.each([
  ['\u0000', ''],
  ['\u0008\u000b\u000c\u001f', ''],
  ['\ufffe\uffff', ''],
  ['\ud800', ''],
  ['\udc00a\ud83d', 'a'],
  ['\t\n\r', '\t\n\r'],
  ['😀', '😀'],
  ['\u007f\u0085\ufffd', '\u007f\u0085\ufffd'],
])('removes from %j the characters that XML forbids', (text, left) => {
  expect(dropForbidden(text)).toBe(left);
});

test('joins lines into one', () => {
  expect(oneLine(' a\r\n\tb \u0000\u00a0 c\u2028d ')).toBe('a b c d');
});

test('does not change a text that fits', () => {
  expect(shorten('just fits', 9)).toBe('just fits');
});

test.each([
  ['one two three', 9, 'one two…'],
  ['one two, three', 10, 'one two…'],
  ['abcdefghijklmnop', 10, 'abcdef…'],
  ['a bcdefghijklmnop', 10, 'a bcde…'],
])('cuts %j to %i characters at a word boundary', (text, length, short) => {
  expect(shorten(text, length)).toBe(short);
});

test.each([5, 6, 7, 8, 9, 10, 11])('does not split surrogate pairs (at %i)', (length) => {
  expect(shorten(`a${'😀'.repeat(20)}`, length).isWellFormed()).toBe(true);
  expect(shorten('😀'.repeat(20), length)).toMatch(/^(?:😀)*…$/u);
});
