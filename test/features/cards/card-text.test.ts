import { describe, expect, test } from 'vitest';
import { cardText, titleSize } from '../../../src/features/cards/card-text.ts';

const shown = (text: string) => cardText(text, 'serif');

describe('a title on a card', () => {
  test.each([
    ['stands as it is', 'Faster search', 'Faster search'],
    [
      'keeps its accents, also where they come apart',
      'Gro\u0308ßere Änderungen',
      'Größere Änderungen',
    ],
    ['loses its emoji', '🚀🧭 Ship 👩🏽‍💻 it 🎉', 'Ship it'],
    ['loses flags and keycaps whole', 'From 🇩🇪 to 1️⃣', 'From to'],
    ['keeps signs that are letters of the face', 'Waymark™ © 2026', 'Waymark™ © 2026'],
    ['loses controls and what turns its direction', 'A\u0000b\u202ec\u200b d', 'Abc d'],
    ['stands on one line', 'One\n two\t three ', 'One two three'],
    ['loses half a character', 'Half \ud83d of one', 'Half of one'],
  ])('%s', (_, title, text) => {
    expect(shown(title)).toEqual({ text, face: 'serif' });
  });

  test.each([
    ['Tìm kiếm nhanh hơn, łódź', 'serif'],
    ['Быстрый поиск и 12 исправлений', 'sans'],
    ['Ταχύτερη αναζήτηση', 'sans'],
  ])('%s uses a font family that has its letters', (text, face) => {
    expect(shown(text)).toEqual({ text, face });
  });

  test.each([
    ['تحسينات في سرعة البحث'],
    ['חיפוש מהיר'],
    ['更快的搜索'],
    ['Search 検索'],
    ['Łódź и Москва'],
    ['🎉🎉'],
    ['\u0000\u0007'],
    [''],
  ])('%j cannot be drawn', (title) => {
    expect(shown(title)).toBeUndefined();
  });

  test('is cut to the maximum length', () => {
    expect(shown('word '.repeat(51))?.text.length).toBeLessThanOrEqual(240);
  });

  test('is smaller the longer it is', () => {
    const sizes = [1, 22, 23, 46, 47, 78, 79, 255].map((length) => titleSize('x'.repeat(length)));
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    expect(new Set(sizes).size).toBe(4);
  });
});

test('uses the preferred family if both have all letters', () => {
  expect(cardText('Web', 'sans')?.face).toBe('sans');
  expect(cardText('Łódź', 'sans')?.face).toBe('serif');
});
