import type { SiteFrame } from './context.ts';

export interface DateView {
  /** The time in RFC 3339, for the `datetime` attribute of `<time>`. */
  iso: string;
  /** The time for people, such as "9 September 2026". */
  text: string;
}

type Site = Pick<SiteFrame, 'config'>;

const shapes = {
  date: { dateStyle: 'long' },
  shortDate: { dateStyle: 'medium' },
  month: { month: 'long' },
  monthOfYear: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
  numbers: { year: 'numeric', month: '2-digit', day: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A format and a cache of its results by time, because lists repeat the same times. */
interface Format {
  format: Intl.DateTimeFormat;
  texts: Map<string, string>;
}

const formats = new Map<string, Format>();

/** Maximum number of cached results per format, which take one to two megabytes. */
const maxTexts = 20_000;

/**
 * Formats a time for readers. The result depends neither on the machine nor on the time of the
 * build.
 */
export function dateView(
  iso: string,
  { config }: Site,
  shape: 'date' | 'shortDate' = 'date',
): DateView {
  return { iso, text: format(iso, shape, config.locale, config.timeZone) };
}

/** The day of a time in the site's time zone, such as "2026-09-09". */
export function dayOf(iso: string, { config }: Site): string {
  // The locale is Swedish, because Swedish dates are written as in ISO 8601.
  const day = format(iso, 'numbers', 'sv-SE-u-ca-gregory-nu-latn', config.timeZone);
  // Pads years below 1000, which lack leading zeros.
  return day.padStart('yyyy-mm-dd'.length, '0');
}

/** The Monday of the week that contains a time (RFC 3339), in the site's time zone. */
export function weekOf(iso: string, site: Site): string {
  const day = new Date(dayOf(iso, site));
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  day.setUTCDate(day.getUTCDate() - sinceMonday);
  return day.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** The year of a time in the site's time zone, such as "2026". */
export function yearOf(iso: string, site: Site): string {
  return dayOf(iso, site).slice(0, -'-mm-dd'.length);
}

export type Period = 'month' | 'monthOfYear' | 'year';

/** The month or year of a time, in the site's language. */
export function periodName(iso: string, period: Period, { config }: Site): string {
  return format(iso, period, config.locale, config.timeZone);
}

function format(iso: string, shape: keyof typeof shapes, locale: string, timeZone: string): string {
  const { texts, format } = formatOf(shape, locale, timeZone);
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
