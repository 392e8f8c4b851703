import type { SiteFrame } from './context.ts';

export interface DateView {
  /** For the `datetime` attribute of `<time>`: RFC 3339. */
  iso: string;
  /** For people, absolute: such as "9 September 2026". */
  text: string;
}

type Site = Pick<SiteFrame, 'config'>;

const shapes = {
  date: { dateStyle: 'long' },
  month: { month: 'long' },
  monthOfYear: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
  numbers: { year: 'numeric', month: '2-digit', day: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A format, and the texts that it gave last, by time: lists show the same times again and again. */
interface Format {
  format: Intl.DateTimeFormat;
  texts: Map<string, string>;
}

const formats = new Map<string, Format>();

/** A megabyte or two of each format. */
const mostTexts = 20_000;

/** A time as readers see it; the same on every machine and at every build. */
export function dateView(iso: string, { config }: Site): DateView {
  return { iso, text: format(iso, 'date', config.locale, config.timeZone) };
}

/** The day that the page shows for a time, such as "2026-09-09": that of the site's time zone. */
export function dayOf(iso: string, { config }: Site): string {
  // Sweden writes its numbers in the order of ISO 8601.
  const day = format(iso, 'numbers', 'sv-SE-u-ca-gregory-nu-latn', config.timeZone);
  // But years without zeros in front, which programs take for others.
  return day.padStart('yyyy-mm-dd'.length, '0');
}

/** The year of that day, such as "2026". */
export function yearOf(iso: string, site: Site): string {
  return dayOf(iso, site).slice(0, -'-mm-dd'.length);
}

export type Period = 'month' | 'monthOfYear' | 'year';

/** The month or the year that the page shows for a time, in the site's words. */
export function periodName(iso: string, period: Period, { config }: Site): string {
  return format(iso, period, config.locale, config.timeZone);
}

function format(iso: string, shape: keyof typeof shapes, locale: string, timeZone: string): string {
  const { texts, format } = formatOf(shape, locale, timeZone);
  const known = texts.get(iso);
  if (known !== undefined) return known;
  const text = format.format(new Date(iso));
  if (texts.size >= mostTexts) texts.clear();
  texts.set(iso, text);
  return text;
}

// Making a format costs more than using it a thousand times.
function formatOf(shape: keyof typeof shapes, locale: string, timeZone: string): Format {
  const key = `${shape} ${locale} ${timeZone}`;
  const made = formats.get(key) ?? {
    format: new Intl.DateTimeFormat(locale, { ...shapes[shape], timeZone }),
    texts: new Map(),
  };
  formats.set(key, made);
  return made;
}
