import { isDay } from '../time/days.ts';

/** A date in a text. */
export interface FoundDate {
  /**
   * The day in the form `2026-01-31`; undefined for days that do not exist, such as February 30.
   */
  day: string | undefined;
  /** The date as written, with its time and its day of the week. */
  written: string;
  /** Whether it may also be a version, such as 2026.01.31. */
  isDotted?: boolean;
}

/** The languages of the site that write the names of months into dates. */
const languages = ['en', 'de', 'es', 'fr', 'it', 'pt', 'ar'];

/** Names of months or days of the week, as they are and shortened, in lower case. */
function namesOf(field: 'month' | 'weekday', first: number, length: number): Map<string, number> {
  const step = field === 'month' ? 30.5 : 1;
  const styles = languages.flatMap((language) => [
    new Intl.DateTimeFormat(language, { [field]: 'long', timeZone: 'UTC' }),
    new Intl.DateTimeFormat(language, { [field]: 'short', timeZone: 'UTC' }),
  ]);
  const names = Array.from({ length }, (_, at) => {
    const day = Date.UTC(2026, 0, first + at * step);
    return styles.map((style) => [plain(style.format(day)), at + 1] as const);
  });
  return new Map(names.flat());
}

function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** A pattern for any of the names; longer ones come first. */
function anyOf(names: ReadonlyMap<string, number>): string {
  const sorted = [...names.keys()].sort((a, b) => b.length - a.length);
  return `(?<!\\p{L})(?:${sorted.join('|')})[a-z]{0,6}\\.?`;
}

const months = namesOf('month', 15, 12);
const month = `(${anyOf(months)})`;
const day = '(?<![\\w.])(\\d{1,2})(?:st|nd|rd|th|er|\\.?º|\\.)?';
const weekdayAtEnd = new RegExp(`${anyOf(namesOf('weekday', 5, 7))},?\\s{1,3}$`, 'iu');
const time =
  '(?:(?:T|,?\\s{1,3})\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:\\s?(?:(?:GMT)?[+-]\\d{2}:?\\d{2}|Z|UTC|GMT)\\b(?:\\s\\([A-Z][A-Za-z ]{1,40}\\))?)?)?';
const compact = '((?:19|20)\\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])';

/**
 * Formats of dates: 2026-01-31, 2026/1/31, 2026-Jan-31, 20260131, 2026.01.31, 31.1.2026,
 * 2026年1月31日, 2026년 1월 31일, January 31, 2026, 31 Jan 2026, 31-Jan-2026, 31 de enero de 2026,
 * 2026 January 31.
 */
const forms = [
  {
    pattern: `(?<![\\w.])(\\d{4})([-/])(\\d{1,2}|${month})\\2(\\d{1,2})(?:${time}(?![\\w.]*\\d)|\\.\\d{1,3}(?=\\)?$))`,
    parts: [1, 3, 5],
  },
  // A number alone is a date, but in other text it may be a part of a version.
  { pattern: `^v?${compact}$`, parts: [1, 2, 3] },
  { pattern: `(?<![\\w.-])${compact}(?![\\w.-])`, parts: [1, 2, 3], isDotted: true },
  {
    pattern: `(?<![\\w.])(\\d{4})\\.(\\d{1,2})\\.(\\d{1,2})${time}(?![\\w.])`,
    parts: [1, 2, 3],
    isDotted: true,
  },
  // Where dates are written with dots, the day comes before the month (CLDR, "yMd").
  {
    pattern: `(?<![\\w.])(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})${time}(?![\\w.])`,
    parts: [3, 2, 1],
    isDotted: true,
  },
  {
    pattern: '(\\d{4})\\s?[年년]\\s?(\\d{1,2})\\s?[月월]\\s?(\\d{1,2})\\s?[日일]',
    parts: [1, 2, 3],
  },
  {
    pattern: `${month}\\s{1,3}(\\d{1,2})(?:st|nd|rd|th)?\\s?,?\\s{1,3}(\\d{4})\\b${time}`,
    parts: [3, 1, 2],
  },
  {
    pattern: `${day}(?:-|\\s{1,3}(?:(?:of|del?)\\s{1,3})?)${month}(?:-|,?\\s{1,3}(?:del?\\s{1,3})?)(\\d{4})\\b${time}`,
    parts: [3, 2, 1],
  },
  {
    pattern: `(?<![\\w.])(\\d{4}),?\\s{1,3}${month}\\s{1,3}(\\d{1,2})(?:st|nd|rd|th)?(?![\\w.:])`,
    parts: [1, 2, 3],
  },
].map((form) => ({ ...form, pattern: new RegExp(form.pattern, 'iu') }));

/**
 * Finds the first date in a text.
 * @param isDotted whether 2026.01.31, 31.1.2026 and 20260131 are dates and not versions
 */
export function findDate(text: string, isDotted = false): FoundDate | undefined {
  if (!/\d{4}/.test(text)) return undefined;
  for (const { pattern, parts, isDotted: mayBeVersion = false } of forms) {
    const found = mayBeVersion && !isDotted ? null : pattern.exec(text);
    if (!found) continue;
    const [year = '', month = '', day = ''] = parts.map((part) => found[part]);
    const before = text.slice(0, found.index);
    const [weekday = ''] = before === '' ? [] : (weekdayAtEnd.exec(before) ?? []);
    const own = toDay(year, monthOf(month), Number(day));
    return { day: own, written: weekday + found[0], isDotted: mayBeVersion };
  }
  return undefined;
}

function monthOf(text: string): number {
  const name = plain(text);
  const ends = Array.from(name, (_, at) => name.slice(0, name.length - at));
  return ends.map((end) => months.get(end)).find((found) => found !== undefined) ?? Number(text);
}

function toDay(year: string, month: number, day: number): string | undefined {
  const two = (part: number) => String(part).padStart(2, '0');
  const text = `${year}-${two(month)}-${two(day)}`;
  return isDay(text) && year !== '0000' ? text : undefined;
}

/** A date whose order of day and month is ambiguous, such as 1/2/2026. */
export const ambiguousDate = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/;

/**
 * Returns a function that reads such dates. One of them has to show which of its numbers is the day,
 * such as 31/1/2026, and none may show the opposite.
 */
export function readerOf(dates: readonly string[]): (date: string) => string | undefined {
  const parts = (date: string) => (ambiguousDate.exec(date) ?? []).map(Number);
  const all = dates.map(parts);
  const isFirst = all.some(([, first = 0]) => first > 12);
  const isSecond = all.some(([, , , second = 0]) => second > 12);
  return (date) => {
    const [, first = 0, , second = 0, year = 0] = parts(date);
    if (isFirst === isSecond) return undefined;
    return isFirst ? toDay(`${year}`, second, first) : toDay(`${year}`, first, second);
  };
}

/** Replaces full-width digits, letters, brackets and spaces with those of ASCII. */
export function toAsciiForms(text: string): string {
  return text
    .replaceAll('（', ' (')
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[【〔「]/g, '[')
    .replace(/[】〕」]/g, ']')
    .replaceAll('\u3000', ' ');
}
