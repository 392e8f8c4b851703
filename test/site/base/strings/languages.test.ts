import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Forms } from '../../../../src/site/base/strings/counted.ts';
import { languages, stringsFor } from '../../../../src/site/base/strings/languages/languages.ts';

/** Messages whose number is a name, such as "page 2", so that they need no plural forms. */
const numbering = ['pageTitle', 'linkToChange'];
const folder = 'src/site/base/strings/languages';
const english = messagesOf('en');

describe.each(languages)('the language %s', (language) => {
  const strings = stringsFor(language);

  test('has words for every plural category of the language, and for no other', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const found = countedIn(strings);
    expect(found.length).toBeGreaterThan(8);
    for (const { path, forms } of found) {
      const wanted = numbering.includes(path) ? ['other'] : pluralCategories;
      expect(Object.keys(forms).toSorted(), path).toEqual(wanted.toSorted());
    }
  });

  test('has every message, with the same placeholders as in English', () => {
    const messages = messagesOf(language);
    expect([...messages.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    for (const [path, text] of messages) {
      expect(text.trim(), path).not.toBe('');
      expect(text, path).toBe(text.trim());
      expect(placesIn(text), path).toEqual(placesIn(english.get(path) ?? ''));
    }
    for (const { path, text } of saidIn(strings).filter(({ isMade }) => isMade))
      expect(text, path).not.toMatch(/[{}]/);
    expect(strings.board.some('*')).toContain('#');
  });

  test('has different names for the landmarks of a page', () => {
    const { board, story } = strings;
    const everywhere = [strings.main, strings.breadcrumbs];
    const ofLists = [...everywhere, strings.pages, strings.months];
    const ofRoadmap = [...everywhere, strings.months, board.columns, board.view, board.order];
    for (const names of [ofLists, [...ofRoadmap, strings.filter, story.timeline]])
      expect(new Set(names).size, names.join()).toBe(names.length);
  });

  test('has the direction in which it is written', () => {
    const locale = new Intl.Locale(language) as Intl.Locale & {
      getTextInfo(): { direction: string };
    };
    expect(strings.direction).toBe(locale.getTextInfo().direction);
  });

  test('has no straight quotation marks or apostrophes', () => {
    const found = saidIn(strings).filter(({ text }) => /["']/.test(text));
    expect(found).toEqual([]);
  });
});

test('every language file can be chosen', () => {
  const list = readFileSync(`${folder}/languages.ts`, 'utf8');
  const files = globSync('*.json', { cwd: folder });
  expect(files).toHaveLength(languages.length);
  for (const file of files) expect(list).toContain(`'./${file}'`);
});

test('French has non-breaking spaces around two-part punctuation', () => {
  const texts = saidIn(stringsFor('fr')).map(({ text }) => text);
  expect(texts.filter((text) => /(?<!\u202f)[;!?»]|«(?!\u202f)|(?<!\u00a0):/u.test(text))).toEqual(
    [],
  );
});

test('Arabic has forms for zero, one, two, few and many', () => {
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

test('numbers are formatted for the locale', () => {
  expect(stringsFor('ar-EG').releases(12)).toBe('١٢ إصدارًا');
  const swiss = new Intl.NumberFormat('de-CH').format(1234);
  expect(stringsFor('de-CH').releases(1234)).toBe(`${swiss} Einträge`);
  expect(stringsFor('ar-EG').pageTitle(2)).toBe('الصفحة ٢');
});

interface Said {
  path: string;
  text: string;
  /** Whether a placeholder was filled, here with "*". */
  isMade: boolean;
}

/** The messages in a language's file by their path; of plural forms, only "other". */
function messagesOf(language: string): Map<string, string> {
  const messages = JSON.parse(readFileSync(`${folder}/${language}.json`, 'utf8'));
  return new Map(textsIn(messages));
}

function textsIn(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  if (Array.isArray(node)) return [[path, node.join()]];
  if (isForms(node)) return [[path, node.other]];
  return childrenOf(node).flatMap(([key, child]) => textsIn(child, join(path, key)));
}

function placesIn(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}|#/g))].toSorted();
}

/** All texts of a language. */
function saidIn(node: unknown, path = ''): Said[] {
  if (typeof node === 'string') return [{ path, text: node, isMade: false }];
  if (typeof node === 'function' && 'forms' in node) return saidIn(node.forms, path);
  if (typeof node === 'function') {
    return [{ path, text: node(...'***'), isMade: true }];
  }
  return childrenOf(node).flatMap(([key, child]) => saidIn(child, join(path, key)));
}

function countedIn(node: unknown, path = ''): { path: string; forms: Forms }[] {
  if (typeof node === 'function') return 'forms' in node ? countedIn(node.forms, path) : [];
  if (typeof node !== 'object' || node === null) return [];
  if (isForms(node)) return [{ path, forms: node }];
  return childrenOf(node).flatMap(([key, child]) => countedIn(child, join(path, key)));
}

function isForms(node: unknown): node is Forms {
  return typeof node === 'object' && node !== null && 'other' in node;
}

function childrenOf(node: unknown): [string, unknown][] {
  return Object.entries(node as object);
}

function join(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}
