import type { ReleaseSummary } from '../../model/content/content.ts';
import type { SiteFrame } from './context.ts';

/**
 * A release or another moment, for functions that return days. They take no text, so that no caller
 * forgets the day that a source gave.
 */
export type Dated = Pick<ReleaseSummary, 'released_at' | 'released_on'> | Moment;

export interface Moment {
  /** RFC 3339. */
  at: string;
  /** The day as its source wrote it, such as "2026-09-09"; then the time of `at` is not known. */
  on?: string | undefined;
}

/**
 * A day for people, such as "9 September 2026", and the moment in RFC 3339 for the `datetime`
 * attribute of `<time>`.
 */
export type DateView = ReturnType<typeof dateView>;

type Site = Pick<SiteFrame, 'config'>;

const shapes = {
  date: { dateStyle: 'long' },
  shortDate: { dateStyle: 'medium' },
  month: { month: 'long' },
  monthOfYear: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
  numbers: { year: 'numeric', month: '2-digit', day: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A format and a cache of its results by time, because lists repeat the same days. */
interface Format {
  format: Intl.DateTimeFormat;
  texts: Map<string, string>;
}

const formats = new Map<string, Format>();

/** Maximum number of cached results per format, which take one to two megabytes. */
const maxTexts = 20_000;

/**
 * Formats a day for readers: the day that the source wrote, otherwise the day of the moment in the
 * site's time zone. The result depends neither on the machine nor on the time of the build.
 */
export function dateView(dated: Dated, { config }: Site, shape: 'date' | 'shortDate' = 'date') {
  return { iso: momentOf(dated).at, text: format(dated, shape, config.locale, config.timeZone) };
}

/** The day as in `dateView`, such as "2026-09-09". */
export function dayOf(dated: Dated, { config }: Site): string {
  // The locale is Swedish, because Swedish dates are written as in ISO 8601.
  const day = format(dated, 'numbers', 'sv-SE-u-ca-gregory-nu-latn', config.timeZone);
  // Pads years below 1000, which lack leading zeros.
  return day.padStart('yyyy-mm-dd'.length, '0');
}

/** The Monday of the week that contains the day. */
export function weekOf(dated: Dated, site: Site): string {
  const day = new Date(dayOf(dated, site));
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  day.setUTCDate(day.getUTCDate() - sinceMonday);
  return day.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** The year of the day, such as "2026". */
export function yearOf(dated: Dated, site: Site): string {
  return dayOf(dated, site).slice(0, -'-mm-dd'.length);
}

export type Period = 'month' | 'monthOfYear' | 'year';

/** The month or year of the day, in the site's language. */
export function periodName(dated: Dated, period: Period, { config }: Site): string {
  return format(dated, period, config.locale, config.timeZone);
}

/** The date for programs that accept days and moments. */
export function isoOf(dated: Dated): string {
  const { at, on } = momentOf(dated);
  return on ?? at;
}

function momentOf(dated: Dated): Moment {
  return 'at' in dated ? dated : { at: dated.released_at, on: dated.released_on };
}

function format(dated: Dated, shape: keyof typeof shapes, locale: string, zone: string): string {
  const iso = isoOf(dated);
  const { texts, format } = formatOf(
    shape,
    locale,
    momentOf(dated).on === undefined ? zone : 'UTC',
  );
  const known = texts.get(iso);
  if (known !== undefined) return known;
  const text = format.format(new Date(iso));
  if (texts.size >= maxTexts) texts.clear();
  texts.set(iso, text);
  return text;
}

// Creating a format costs more than a thousand uses of it.
function formatOf(shape: keyof typeof shapes, locale: string, timeZone: string): Format {
  const key = `${shape} ${locale} ${timeZone}`;
  const made = formats.get(key) ?? {
    format: new Intl.DateTimeFormat(locale, { ...shapes[shape], timeZone }),
    texts: new Map(),
  };
  formats.set(key, made);
  return made;
}
