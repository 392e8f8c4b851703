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
  /** Whether it is for a part of another site's page, whose class all rules then have. */
  isMounted?: boolean;
}

/**
 * The style sheet behind the classes, one rule a colour in a stable order, the site's accent and its
 * theme. The first sheet of a page, so it also says which layer comes after which: Waymark's own
 * sheets, what the settings say, the maintainer's sheets.
 */
export function colourSheet(
  pairs: Iterable<ColourPair | null>,
  { accent, theme, shown, isMounted = false }: ColourSheet,
): string {
  const rules = [...pairs].flatMap((pair) =>
    pair ? `.${colourClass(pair)}{--mark:${inBothThemes(shown(pair))}}\n` : [],
  );
  const root = `:root{--accent:${inBothThemes(accent)}}\n`;
  const set = root + theme + [...new Set(rules)].sort().join('');
  return isMounted ? mounted(set) : `@layer waymark,settings,brand;\n@layer settings{\n${set}}\n`;
}

/**
 * For `src/tools/mount/styles/scope-sheet.ts`: heavier than the tokens there, which weigh nothing,
 * and in no layer, wherever the site's layout puts it.
 */
function mounted(set: string): string {
  return set
    .replaceAll(':root{', 'div:where(.waymark){')
    .replace(/^\.c-/gm, '.waymark .c-')
    .replace(/(?<=[{;(\s])--(?=[a-z])/g, '--waymark-');
}

/** As a value of CSS. */
export function inBothThemes({ light, dark }: ColourPair): string {
  return `light-dark(${light},${dark})`;
}
