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

// Derives two colours from one, legible as text in either theme. Only the lightness changes: the
// hue stays, and the chroma as far as screens can show it.

/** Name of a theme. */
export type Theme = keyof ColourPair;

ColorSpace.register(sRGB);
ColorSpace.register(OKLCH);

/** Backgrounds of text in each theme, in any CSS notation. */
export type Surfaces = Record<Theme, readonly string[]>;

/** `--paper` and `--paper-deep` of `site/base/tokens.css`. */
export const ownSurfaces: Surfaces = {
  light: ['oklch(0.975 0.008 85)', 'oklch(0.945 0.012 85)'],
  dark: ['oklch(0.19 0.008 75)', 'oklch(0.235 0.009 75)'],
};

/** WCAG 2.2 requires 4.5; the margin covers rounding in browsers. */
const defaultContrast = 4.6;

/** Steps of the binary search for a lightness. The last one is invisibly small. */
const halvings = 10;

const pairs = new Map<string, ColourPair>();

/**
 * @param hex such as `#16a34a`: six digits in lower case, as in the result
 * @param surfaces backgrounds of a site with other colours
 */
export function createPair(hex: string, surfaces = ownSurfaces): ColourPair {
  return adjustPair({ light: hex, dark: hex }, surfaces);
}

/** Adjusts a pair to be legible on other backgrounds. */
export function adjustPair({ light, dark }: ColourPair, surfaces: Surfaces): ColourPair {
  const key = [light, dark, ...surfaces.light, ...surfaces.dark].join();
  const pair = pairs.get(key) ?? {
    light: makeLegible(light, 'light', surfaces.light),
    dark: makeLegible(dark, 'dark', surfaces.dark),
  };
  pairs.set(key, pair);
  return pair;
}

/**
 * The colour itself if its contrast to all backgrounds suffices, else the nearest lightness that
 * does.
 * @param theme direction of the change: darker in the light theme
 * @param minContrast contrast ratio of WCAG 2
 */
export function makeLegible(
  hex: string,
  theme: Theme,
  on: readonly string[],
  minContrast = defaultContrast,
): string {
  const papers = on.map((surface) => to(surface, sRGB));
  const isLegible = (shown: string) =>
    papers.every((paper) => contrastWCAG21(shown, paper) >= minContrast);
  if (isLegible(hex)) return hex;
  const { coords } = to(hex, OKLCH);
  const at = (lightness: number) => hexOf([lightness, coords[1], coords[2]]);
  // Black and white are always legible on their background, so the far end is valid.
  let far = theme === 'light' ? 0 : 1;
  let near = coords[0] ?? 0;
  for (let step = 0; step < halvings; step += 1) {
    const middle = (far + near) / 2;
    if (isLegible(at(middle))) far = middle;
    else near = middle;
  }
  return at(far);
}

/** The nearest colour of that lightness and hue in the sRGB gamut (CSS Color 4). */
function hexOf(coords: PlainColorObject['coords']): string {
  const shown = toGamutCSS({ space: OKLCH, coords, alpha: 1 }, { space: sRGB });
  return serialize(shown, { format: 'hex', collapse: false });
}
