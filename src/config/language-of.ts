/**
 * Which of some languages a locale is of (BCP 47, all of them): the one with which it agrees in
 * everything that the language's tag names. "pt" is "pt-BR" and "zh-CN" is "zh-Hans", as most people
 * who write them do; "pt-PT" and "zh-TW" are not.
 */
export function languageOf(locale: string, languages: readonly string[]): string | undefined {
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
