import { pageWords } from '../../../src/features/search/positions.ts';
import {
  matches,
  qualityOf,
  type SearchQuery,
  type Term,
  termsOf,
} from '../../../src/features/search/query.ts';
import { type Occurrence, scoreOf } from '../../../src/features/search/read/rank.ts';
import { releasePage, type SearchPage } from '../../../src/features/search/search-page.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { yearOf } from '../../../src/site/base/dates.ts';
import { newestFirst } from '../../../src/site/releases/timeline.ts';
import { siteContext } from '../../site/site.ts';

const site = siteContext();

/**
 * The titles that a linear search over all pages finds, best first. Without text, the newest are
 * first.
 */
export function foundByWalking(entries: readonly ReleaseEntry[], asked: SearchQuery): string[] {
  const terms = termsOf(asked.text);
  const pages = newestFirst(entries).map((entry) => ({ entry, page: releasePage(entry, site) }));
  if (asked.text === '')
    return pages.flatMap(({ entry, page }) =>
      isAdmitted(entry, page, asked) && hasType(page, asked.type) ? [page.title] : [],
    );
  const ranked = terms.map((term) => {
    const held = pages.filter(({ page }) => occurrenceIn(page, term, undefined)).length;
    return { ...term, weight: Math.log2(2 + pages.length / Math.max(1, held)) };
  });
  const years = pages.map(({ entry }) => Number(yearOf(entry, site)));
  const [oldest, end] = [Math.min(...years), Math.max(...years) + 1];
  const found = pages.flatMap(({ entry, page }, n) => {
    const occurrences = terms.flatMap((term) => occurrenceIn(page, term, asked.type) ?? []);
    const isFound =
      terms.length > 0 &&
      occurrences.length === terms.length &&
      isAdmitted(entry, page, asked) &&
      holdsRuns(asked.text, page, asked.type);
    if (!isFound) return [];
    const year = years[n] ?? 0;
    const older = years.slice(n + 1).filter((one) => one === year).length;
    const age = (end - year - older / pages.length) / (end - oldest);
    return [{ title: page.title, score: scoreOf(occurrences, ranked, age) }];
  });
  return found.toSorted((a, b) => b.score - a.score).map(({ title }) => title);
}

function isAdmitted(entry: ReleaseEntry, { filters }: SearchPage, asked: SearchQuery): boolean {
  const isOf = (kind: 'project' | 'label') =>
    !asked[kind] || filters.includes(`${kind}:${asked[kind]}`);
  const isOfYear = !asked.year || yearOf(entry, site) === asked.year;
  return isOfYear && isOf('project') && isOf('label');
}

function hasType(page: SearchPage, type: string | undefined): boolean {
  return !type || pageWords(page).types.has(type);
}

/** Where a term occurs on a page; undefined if it does not. */
function occurrenceIn(
  page: SearchPage,
  term: Term,
  type: string | undefined,
): Occurrence | undefined {
  const { words, types } = pageWords(page);
  const [from, to] = type ? (types.get(type) ?? [0, 0]) : [0, Number.POSITIVE_INFINITY];
  const positions = new Map<number, number>();
  for (const [word, all] of words) {
    if (!matches(term, word)) continue;
    for (const at of all.filter((one) => one >= from && one < to))
      positions.set(at, Math.max(positions.get(at) ?? 0, qualityOf(word, term)));
  }
  return positions.size > 0 ? { positions, common: 0 } : undefined;
}

/**
 * Whether each run of Chinese or Japanese characters in a query occurs unchanged in a single text.
 */
function holdsRuns(text: string, page: SearchPage, type: string | undefined): boolean {
  const fold = (one: string) =>
    one
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\p{M}--[\u3099\u309a]]+/gv, '');
  const runs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ーｰﾞﾟ\u3099\u309a]+/gv) ?? [];
  const places = page.places.filter((place) => !type || place.type === type);
  const texts = [
    ...(type ? [] : [page.title, page.version ?? '', ...page.names]),
    ...places.flatMap(({ heading = '', text: own }) => [heading, own]),
  ].map(fold);
  return runs
    .map((one) => fold(one).replace(/^ー+/, ''))
    .every((one) => texts.some((own) => own.includes(one)));
}
