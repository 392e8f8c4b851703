/** Words for a count by the language's plural rules, with `#` for the number. */
export type Forms = { [Rule in Intl.LDMLPluralRule]?: string | undefined } & { other: string };

/** Words for a count. Scripts get the forms and choose one in the browser. */
export interface Counted {
  (count: number): string;
  forms: Forms;
}

/**
 * Words for a count: the form for the plural rules of a locale, with the number instead of `#`.
 * @param locale BCP 47
 */
export function counted(locale: string, forms: Forms): Counted {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const words = (count: number) =>
    (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count));
  return Object.assign(words, { forms });
}
