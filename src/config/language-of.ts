/**
 * Finds the available language that serves a locale (BCP 47). The locale's usual script and region
 * are filled in, so that "pt" is served by "pt-BR" and "zh-CN" by "zh-Hans", but "pt-PT" and "zh-TW"
 * are not.
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
