const written = new Map<string, string>();

/** A locale in Open Graph's format, with its most likely country: `en_GB`. */
export function openGraphLocale(locale: string): string {
  // Results are cached, because `maximize` takes longer than the rest of a page's head.
  const known = written.get(locale);
  if (known) return known;
  const { language, region } = new Intl.Locale(locale).maximize();
  const fresh = `${language}_${region}`;
  written.set(locale, fresh);
  return fresh;
}
