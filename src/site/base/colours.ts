import type { ColourPair } from '../../model/content/content.ts';

/** Class that carries one of the API's colours; the policy allows no `style` attribute. */
export function colourClass(pair: ColourPair | null): string {
  return pair ? `c-${pair.light.slice(1)}-${pair.dark.slice(1)}` : 'c-none';
}

interface ColourSheet {
  accent: ColourPair;
  /** What the theme sets, as rules. */
  theme: string;
  /** Of a colour of the content, what is legible on the site's papers. */
  shown: (pair: ColourPair) => ColourPair;
}

/**
 * The style sheet behind the classes, one rule a colour in a stable order, the site's accent and its
 * theme. The first sheet of a page, so it also says which layer comes after which: Waymark's own
 * sheets, what the settings say, the maintainer's sheets.
 */
export function colourSheet(
  pairs: Iterable<ColourPair | null>,
  { accent, theme, shown }: ColourSheet,
): string {
  const rules = [...pairs].flatMap((pair) =>
    pair ? `.${colourClass(pair)}{--mark:${inBothThemes(shown(pair))}}\n` : [],
  );
  const root = `:root{--accent:${inBothThemes(accent)}}\n`;
  const set = root + theme + [...new Set(rules)].sort().join('');
  return `@layer waymark,settings,brand;\n@layer settings{\n${set}}\n`;
}

/** As a value of CSS. */
export function inBothThemes({ light, dark }: ColourPair): string {
  return `light-dark(${light},${dark})`;
}
