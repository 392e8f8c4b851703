import type { SiteFrame } from './context.ts';

export interface DateView {
  /** For the `datetime` attribute of `<time>`: RFC 3339. */
  iso: string;
  /** For people, absolute: such as "9 September 2026". */
  text: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A time as readers see it; the same on every machine and at every build. */
export function dateView(iso: string, { config }: Pick<SiteFrame, 'config'>): DateView {
  return { iso, text: formatFor(config.locale, config.timeZone).format(new Date(iso)) };
}

// Making a format costs more than using it a thousand times.
function formatFor(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  formats.set(key, format);
  return format;
}
