import type { ColourPair } from '../../model/content/content.ts';

/** Class that carries one of the API's colours; the policy allows no `style` attribute. */
export function colourClass(pair: ColourPair | null): string {
  return pair ? `c-${pair.light.slice(1)}-${pair.dark.slice(1)}` : 'c-none';
}

/** The style sheet behind the classes, one rule a colour in a stable order, and the site's accent. */
export function colourSheet(pairs: Iterable<ColourPair | null>, accent: ColourPair): string {
  const rules = [...pairs].flatMap((pair) =>
    pair ? `.${colourClass(pair)}{--mark:${inBothThemes(pair)}}\n` : [],
  );
  // Twice the root: the other sheets come later and name an accent of their own.
  const root = `:root:root{--accent:${inBothThemes(accent)}}\n`;
  return root + [...new Set(rules)].sort().join('');
}

function inBothThemes({ light, dark }: ColourPair): string {
  return `light-dark(${light},${dark})`;
}
