import type { ColourPair } from '../../model/content/content.ts';

/**
 * Class for one of the API's colours, because the content security policy allows no `style`
 * attributes.
 */
export function colourClass(pair: ColourPair | null): string {
  return pair ? `c-${pair.light.slice(1)}-${pair.dark.slice(1)}` : 'c-none';
}

interface ColourSheet {
  accent: ColourPair;
  /** CSS rules of the theme. */
  theme: string;
  /** Adjusts a label's or type's colour so that it is legible on the site's backgrounds. */
  legible: (pair: ColourPair) => ColourPair;
  /**
   * Whether the changelog is mounted in a page of another site. Then all rules only apply within
   * the changelog's container.
   */
  isMounted?: boolean;
}

/**
 * The style sheet with one rule per colour in a stable order, the site's accent and its theme. It
 * is the first sheet of a page, so it also sets the order of the cascade layers: Waymark's own
 * sheets, the settings, the maintainer's sheets.
 */
export function colourSheet(
  pairs: Iterable<ColourPair | null>,
  { accent, theme, legible, isMounted = false }: ColourSheet,
): string {
  const rules = [...pairs].flatMap((pair) =>
    pair ? `.${colourClass(pair)}{--mark:${inBothThemes(legible(pair))}}\n` : [],
  );
  const root = `:root{--accent:${inBothThemes(accent)}}\n`;
  const set = root + theme + [...new Set(rules)].sort().join('');
  return isMounted ? mounted(set) : `@layer waymark,settings,brand;\n@layer settings{\n${set}}\n`;
}

/**
 * The rules for a mounted changelog. They are in no cascade layer and have a higher specificity
 * than the tokens in the sheets of `src/tools/mount/styles/scoped-styles.ts`, so they apply whatever
 * the order of the sheets.
 */
function mounted(set: string): string {
  return set
    .replaceAll(':root{', 'div:where(.waymark){')
    .replace(/^\.c-/gm, '.waymark .c-')
    .replace(/(?<=[{;(\s])--(?=[a-z])/g, '--waymark-');
}

/** As a CSS value. */
export function inBothThemes({ light, dark }: ColourPair): string {
  return `light-dark(${light},${dark})`;
}
