/** Patterns of titles; the first match decides. */
const colours: readonly [RegExp, string][] = [
  [/break|remov|major/i, '#dc2626'],
  [/secur/i, '#7c3aed'],
  [/deprecat/i, '#b45309'],
  [/fix|bug|patch/i, '#c2710c'],
  [/add|feature|new|minor/i, '#16a34a'],
  [/chang|improve|enhance|perform/i, '#2563eb'],
];

/** The colour of a type of change, by its title. */
export function colourOfType(title: string): string {
  return colours.find(([words]) => words.test(title))?.[1] ?? '#64748b';
}
