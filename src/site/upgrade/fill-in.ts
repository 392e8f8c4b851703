/** A sentence with what it is said of in the places that are kept for it, such as `{name}`. */
export function fillIn(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
