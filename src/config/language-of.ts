/**
 * Finds the available language to use for a locale (BCP 47). Fills in the locale's usual script and
 * region, so that "pt" gets "pt-BR" and "zh-CN" gets "zh-Hans", but "pt-PT" does not get "pt-BR".
 */
export function findLanguage(locale: string, languages: readonly string[]): string | undefined {
  const whole = new Intl.Locale(locale).maximize();
  return languages.find((tag) => {
    const { language, script, region } = new Intl.Locale(tag);
    return (
      language === whole.language &&
      (script === undefined || script === whole.script) &&
      (region === undefined || region === whole.region)
    );
  });
}
