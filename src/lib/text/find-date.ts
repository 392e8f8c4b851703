/** A date in a text. */
export interface FoundDate {
  /**
   * The day in the form `2026-01-31`; undefined for days that do not exist, such as February 30.
   */
  day: string | undefined;
  /** The date as written, with its time and its day of the week. */
  written: string;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';
const day = '(\\d{1,2})(?:st|nd|rd|th)?';
const weekday = '(?:\\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\\.?,?\\s{1,3})?';
const time =
  '(?:(?:T|,?\\s{1,3})\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:\\s?(?:Z|UTC|GMT|[+-]\\d{2}:?\\d{2})\\b)?)?';

/**
 * Formats of dates: 2026-01-31, 2026/1/31, 2026.01.31, 31.1.2026, 2026年1月31日, January 31, 2026,
 * 31 Jan 2026, 31-Jan-2026.
 */
const forms = [
  {
    pattern: `(?<![\\w.])(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})${time}(?![\\w.]*\\d)`,
    parts: [1, 3, 4],
  },
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
  { pattern: `(\\d{4})年(\\d{1,2})月(\\d{1,2})日`, parts: [1, 2, 3] },
  { pattern: `\\b${month}\\s{1,3}${day}\\s?,?\\s{1,3}(\\d{4})\\b${time}`, parts: [3, 1, 2] },
  {
    pattern: `\\b${day}(?:[\\s-]{1,3}|\\s{1,3}of\\s{1,3})${month}(?:-|,?\\s{1,3})(\\d{4})\\b${time}`,
    parts: [3, 2, 1],
  },
].map((form) => ({ ...form, pattern: new RegExp(weekday + form.pattern, 'i') }));

/**
 * Finds the first date in a text.
 * @param isDotted whether 2026.01.31 and 31.1.2026 are dates and not versions
 */
export function findDate(text: string, isDotted = false): FoundDate | undefined {
  for (const { pattern, parts, ...form } of forms) {
    const found = form.isDotted && !isDotted ? null : pattern.exec(text);
    if (!found) continue;
    const [year = '', month = '', day = ''] = parts.map((part) => found[part]);
    return { day: toDay(year, monthOf(month), Number(day)), written: found[0] };
  }
  return undefined;
}

function monthOf(text: string): number {
  const named = months.indexOf(text.slice(0, 3).toLowerCase());
  return named === -1 ? Number(text) : named + 1;
}

function toDay(year: string, month: number, day: number): string | undefined {
  const two = (part: number) => String(part).padStart(2, '0');
  const text = `${year}-${two(month)}-${two(day)}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isDay && year !== '0000' ? text : undefined;
}

/** A date whose order of day and month is ambiguous, such as 1/2/2026. */
export const ambiguousDate = /^\d{1,2}([/-])\d{1,2}\1\d{4}$/;

/** Replaces full-width digits, letters, brackets and spaces with those of ASCII. */
export function toAsciiForms(text: string): string {
  return text
    .replaceAll('（', ' (')
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[【〔「]/g, '[')
    .replace(/[】〕」]/g, ']')
    .replaceAll('\u3000', ' ');
}
