/** Class that carries one of the API's colours; the policy allows no `style` attribute. */
export function colourClass(hex: string | null): string {
  return hex ? `c-${hex.slice(1)}` : 'c-none';
}

/** The style sheet behind the classes: one rule a colour, in a stable order. */
export function colourSheet(colours: Iterable<string | null>): string {
  const distinct = [...new Set(colours)].filter((hex) => hex !== null).sort();
  return distinct.map((hex) => `.${colourClass(hex)}{--mark:${hex}}\n`).join('');
}
