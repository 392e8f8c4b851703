/** The plural forms of a text in one language. `#` stands for the number. */
export type Forms = { [Rule in Intl.LDMLPluralRule]?: string | undefined } & { other: string };

/** Returns a text with a number. Scripts in the browser get `forms`, and make the texts themselves. */
export interface Counted {
  (count: number): string;
  forms: Forms;
}

/**
 * Creates a function that returns a text for a number. It chooses the plural form by the rules of a
 * locale, and replaces `#` with the number.
 * @param locale BCP 47
 */
export function counted(locale: string, forms: Forms): Counted {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const words = (count: number) =>
    (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count));
  return Object.assign(words, { forms });
}
