import { expect, test } from 'vitest';
import { around, marked } from '../../../src/features/search/marked.ts';

const shown = (text: string, ...found: string[]) =>
  marked(text, new Set(found)).map(({ text, isMatch }) => (isMatch ? `[${text}]` : text));

test('marks the words that were found as the text spells them', () => {
  expect(shown('Größe, grosse Größen', 'grosse')).toEqual(['[Größe]', ', ', '[grosse]', ' Größen']);
  expect(shown('v1.2.0', '1.2.0')).toEqual(['[v1.2.0]']);
  expect(shown('nothing', 'other')).toEqual(['nothing']);
  expect(shown('', 'other')).toEqual([]);
});

const long = `${'before '.repeat(40)}needle and thread ${'after '.repeat(40)}`.trim();

test('shows a short text whole', () => {
  expect(around('all of it', new Set(['all']), 20)).toBe('all of it');
});

test('shows the part of a long text where the words stand, cut at spaces', () => {
  const part = around(long, new Set(['needle', 'thread']), 100);
  expect(part).toMatch(/^…\sbefore (before )*needle and thread (after )*after\s…$/);
  expect(part.length).toBeLessThan(106);
});

test('shows where most of the words stand, not where the first does', () => {
  const text = `needle ${'x '.repeat(100)}the needle and the thread ${'x '.repeat(100)}`;
  expect(around(text, new Set(['needle', 'thread']), 60)).toContain('needle and the thread');
});

test('shows the start of a long text in which nothing was found', () => {
  expect(around(long, new Set(), 30)).toBe('before before before before\u00a0…');
});

test('cuts a word that is too long, but no sign of it', () => {
  expect(around('😀'.repeat(300), new Set(), 101)).toMatch(/^(?:😀){50}\u00a0…$/u);
});
