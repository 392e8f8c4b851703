/** Words for a count, by plural form of the language, with `#` for the number. */
export type Forms = { [Rule in Intl.LDMLPluralRule]?: string | undefined } & { other: string };

/** Words for a count, and the forms from which scripts in the browser choose for other counts. */
export interface Counted {
  (count: number): string;
  forms: Forms;
}

/**
 * Returns words for a count: chooses the form by the plural rules of a locale, and replaces `#` by
 * the number.
 * @param locale BCP 47
 */
export function counted(locale: string, forms: Forms): Counted {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const words = (count: number) =>
    (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count));
  return Object.assign(words, { forms });
}
