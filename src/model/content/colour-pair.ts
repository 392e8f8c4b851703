import {
  ColorSpace,
  contrastWCAG21,
  OKLCH,
  type PlainColorObject,
  serialize,
  sRGB,
  to,
  toGamutCSS,
} from 'colorjs.io/dist/color-fn.min.js';
import type { ColourPair } from './content.ts';

// Takes any hex code; gives the two that stand in its place, legible as text in either theme.
// Moves its lightness alone: the hue stays, and the chroma as far as screens can show it.

/** Which of a site's two looks. */
export type Theme = keyof ColourPair;

ColorSpace.register(sRGB);
ColorSpace.register(OKLCH);

/** What text stands on in each theme: colours in any notation of CSS. */
export type Surfaces = Record<Theme, readonly string[]>;

/** `--paper` and `--paper-deep` of `site/base/tokens.css`. */
export const ownSurfaces: Surfaces = {
  light: ['oklch(0.975 0.008 85)', 'oklch(0.945 0.012 85)'],
  dark: ['oklch(0.19 0.008 75)', 'oklch(0.235 0.009 75)'],
};

/** WCAG 2.2 asks for 4.5; the rest is for browsers that round otherwise. */
const leastContrast = 4.6;

/** Halvings of the range of lightness: the last is below what an eye can tell. */
const halvings = 10;

const pairs = new Map<string, ColourPair>();

/**
 * @param hex such as `#16a34a`, with six digits in lower case, as both of the pair are
 * @param surfaces what a site of other papers puts text on
 */
export function colourPair(hex: string, surfaces = ownSurfaces): ColourPair {
  return pairOn({ light: hex, dark: hex }, surfaces);
}

/** A pair that is legible on some papers, made legible on others. */
export function pairOn({ light, dark }: ColourPair, surfaces: Surfaces): ColourPair {
  const key = [light, dark, ...surfaces.light, ...surfaces.dark].join();
  const pair = pairs.get(key) ?? {
    light: legible(light, 'light', surfaces.light),
    dark: legible(dark, 'dark', surfaces.dark),
  };
  pairs.set(key, pair);
  return pair;
}

/**
 * The colour itself where its contrast to all of these is enough, else the nearest lightness whose is.
 * @param theme which way it may move: darker in the light one @param least WCAG 2's ratio of contrast
 */
export function legible(
  hex: string,
  theme: Theme,
  on: readonly string[],
  least = leastContrast,
): string {
  const papers = on.map((surface) => to(surface, sRGB));
  const isLegible = (shown: string) =>
    papers.every((paper) => contrastWCAG21(shown, paper) >= least);
  if (isLegible(hex)) return hex;
  const { coords } = to(hex, OKLCH);
  const at = (lightness: number) => hexOf([lightness, coords[1], coords[2]]);
  // Black and white are legible on their paper: the far end always holds.
  let far = theme === 'light' ? 0 : 1;
  let near = coords[0] ?? 0;
  for (let step = 0; step < halvings; step += 1) {
    const middle = (far + near) / 2;
    if (isLegible(at(middle))) far = middle;
    else near = middle;
  }
  return at(far);
}

/** The nearest colour of that lightness and hue that a screen can show (CSS Color 4). */
function hexOf(coords: PlainColorObject['coords']): string {
  const shown = toGamutCSS({ space: OKLCH, coords, alpha: 1 }, { space: sRGB });
  return serialize(shown, { format: 'hex', collapse: false });
}
