/**
 * The language that a locale belongs to (BCP 47): the one whose subtags all match. "pt" matches
 * "pt-BR" and "zh-CN" matches "zh-Hans", the usual meanings; "pt-PT" and "zh-TW" do not.
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
