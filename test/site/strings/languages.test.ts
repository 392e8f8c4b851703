import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Forms } from '../../../src/site/strings/counted.ts';
import { languages, stringsFor } from '../../../src/site/strings/languages/languages.ts';

/** These number something: a page, say. There is one of it, whatever the number. */
const numbering = ['pageTitle', 'linkToChange'];

describe.each(languages)('in %s', (language) => {
  const strings = stringsFor(language);

  test('every count has words for every category of the language, and for no other', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const found = countedIn(strings);
    expect(found.length).toBeGreaterThan(8);
    for (const { path, forms } of found) {
      const wanted = numbering.includes(path) ? ['other'] : pluralCategories;
      expect(Object.keys(forms).toSorted(), path).toEqual(wanted.toSorted());
    }
  });

  test('words that are made of others hold them, and no word is missing', () => {
    for (const { path, text } of saidIn(strings)) {
      expect(text.trim(), path).not.toBe('');
      expect(text, path).toBe(text.trim());
    }
    for (const { path, text } of saidIn(strings).filter(({ isMade }) => isMade))
      expect(text, path).toContain('*');
    expect(strings.board.some('*')).toContain('#');
  });

  test('runs the way that the language is written', () => {
    const locale = new Intl.Locale(language) as Intl.Locale & {
      getTextInfo(): { direction: string };
    };
    expect(strings.direction).toBe(locale.getTextInfo().direction);
  });

  test('no quotation marks and apostrophes of typewriters', () => {
    const found = saidIn(strings).filter(({ text }) => /["']/.test(text));
    expect(found).toEqual([]);
  });
});

test('every file of a language is one that can be chosen', () => {
  const list = readFileSync('src/site/strings/languages/languages.ts', 'utf8');
  const files = globSync('*.ts', { cwd: 'src/site/strings/languages', exclude: ['languages.ts'] });
  expect(files).toHaveLength(languages.length);
  for (const file of files) expect(list).toContain(`'./${file}'`);
});

test('French keeps its signs of two parts to the word before them', () => {
  const texts = saidIn(stringsFor('fr')).map(({ text }) => text);
  expect(texts.filter((text) => /(?<!\u202f)[;!?»]|«(?!\u202f)|(?<!\u00a0):/u.test(text))).toEqual(
    [],
  );
});

test('Arabic has its own words for none, one and two, a few and many', () => {
  const { releases } = stringsFor('ar');
  expect([0, 1, 2, 3, 11, 100].map(releases)).toEqual([
    'لا إصدارات',
    'إصدار واحد',
    'إصداران',
    '3 إصدارات',
    '11 إصدارًا',
    '100 إصدار',
  ]);
});

test('numbers are written as the locale writes them', () => {
  expect(stringsFor('ar-EG').releases(12)).toBe('١٢ إصدارًا');
  const swiss = new Intl.NumberFormat('de-CH').format(1234);
  expect(stringsFor('de-CH').releases(1234)).toBe(`${swiss} Einträge`);
  expect(stringsFor('ar-EG').pageTitle(2)).toBe('الصفحة ٢');
});

interface Said {
  path: string;
  text: string;
  /** Of something that is put into it: here "*". */
  isMade: boolean;
}

/** All that a language says. */
function saidIn(node: unknown, path = ''): Said[] {
  if (typeof node === 'string') return [{ path, text: node, isMade: false }];
  if (typeof node === 'function' && 'forms' in node) return saidIn(node.forms, path);
  if (typeof node === 'function') {
    const isMade = node.length > 0;
    return [{ path, text: node('*'), isMade }];
  }
  return childrenOf(node).flatMap(([key, child]) => saidIn(child, join(path, key)));
}

function countedIn(node: unknown, path = ''): { path: string; forms: Forms }[] {
  if (typeof node === 'function') return 'forms' in node ? countedIn(node.forms, path) : [];
  if (typeof node !== 'object' || node === null) return [];
  if ('other' in node) return [{ path, forms: node as Forms }];
  return childrenOf(node).flatMap(([key, child]) => countedIn(child, join(path, key)));
}

const childrenOf = (node: unknown) => Object.entries(node as object);
const join = (path: string, key: string) => (path ? `${path}.${key}` : key);
