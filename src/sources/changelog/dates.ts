const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';
const day = '(\\d{1,2})(?:st|nd|rd|th)?';

/** Formats of dates in headings: 2026-01-31, 2026/1/31, January 31, 2026, 31 Jan 2026. */
const forms = [
  { pattern: /(?<![\w.])(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?![\w.]*\d)/, parts: [1, 3, 4] },
  { pattern: new RegExp(`\\b${month}\\s{1,3}${day},?\\s{1,3}(\\d{4})\\b`, 'i'), parts: [3, 1, 2] },
  { pattern: new RegExp(`\\b${day}\\s{1,3}${month},?\\s{1,3}(\\d{4})\\b`, 'i'), parts: [3, 2, 1] },
] as const;

export interface FoundDate {
  /**
   * The day in the form `2026-01-31`; undefined for days that do not exist, such as February 30.
   */
  day: string | undefined;
  /** The date as written in the heading. */
  written: string;
}

/** Finds the first date in a heading. */
export function findDate(text: string): FoundDate | undefined {
  for (const { pattern, parts } of forms) {
    const found = pattern.exec(text);
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
