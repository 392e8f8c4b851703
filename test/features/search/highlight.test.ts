import { expect, test } from 'vitest';
import { excerpt, highlight } from '../../../src/features/search/highlight.ts';

const among =
  (...found: string[]) =>
  (word: string) =>
    found.includes(word);

const shown = (text: string, ...found: string[]) =>
  highlight(text, (word) => found.includes(word)).map(({ text, isMatch }) =>
    isMatch ? `[${text}]` : text,
  );

test('marks matching words, whatever their spelling in the text', () => {
  expect(shown('Größe, grosse Größen', 'grosse')).toEqual(['[Größe]', ', ', '[grosse]', ' Größen']);
  expect(shown('v1.2.0', '1.2.0')).toEqual(['[v1.2.0]']);
  expect(shown('深色模式。', '深色', '色模')).toEqual(['[深色]', '[模]', '式。']);
  expect(shown('nothing', 'other')).toEqual(['nothing']);
  expect(shown('', 'other')).toEqual([]);
});

const long = `${'before '.repeat(40)}needle and thread ${'after '.repeat(40)}`.trim();

test('shows a short text whole', () => {
  expect(excerpt('all of it', among('all'), 20)).toBe('all of it');
});

test('shows the part of a long text with the words, cut at spaces', () => {
  const part = excerpt(long, among('needle', 'thread'), 100);
  expect(part).toMatch(/^…\sbefore (before )*needle and thread (after )*after\s…$/);
  expect(part.length).toBeLessThan(106);
});

test('shows the part with the most words, not the first match', () => {
  const text = `needle ${'x '.repeat(100)}the needle and the thread ${'x '.repeat(100)}`;
  expect(excerpt(text, among('needle', 'thread'), 60)).toContain('needle and the thread');
});

test('shows the start of a long text without a match', () => {
  expect(excerpt(long, among(), 30)).toBe('before before before before\u00a0…');
});

test('cuts a word that is too long, but not inside a character', () => {
  expect(excerpt('😀'.repeat(300), among(), 101)).toMatch(/^(?:😀){50}\u00a0…$/u);
});

test.each([
  [
    'One is old. To keep a, set needle: true. Nothing else changes in this version of it all.',
    'To keep a, set needle: true.',
  ],
  [
    '• fix one thing • drop the needle (#12) • fix another thing that takes some more words',
    '•\u00a0drop the needle (#12)',
  ],
  [
    '古い値です。needle の新しい値を今日から使います。ほかには何も変わりませんが、この文はとてもとても長いので、ここで終わります。',
    '古い値です。needle の新しい値を今日から使います。',
  ],
])('cuts at sentences and list items: %s', (text, part) => {
  expect(excerpt(text, among('needle'), 34)).toBe(part);
});

test('begins earlier if the text ends soon after the words', () => {
  const text = `${'Before this. '.repeat(20)}There is a new flag. It replaces the needle.`;
  expect(excerpt(text, among('needle'), 50)).toBe('There is a new flag. It replaces the needle.');
});

test('goes on to the end of a sentence that is a little longer', () => {
  const text = `${'Before this. '.repeat(20)}The needle is new, and the thread is old. ${'After. '.repeat(20)}`;
  const part = excerpt(text, among('needle'), 34);
  expect(part).toBe('The needle is new, and the thread is old.');
});
