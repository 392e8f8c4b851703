/**
 * Words for a count: the form that the language's plural rules choose, with the number in the
 * place of `#`.
 * @param language BCP 47
 */
export function counted(
  language: string,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count) => (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count));
}
