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

// Derives two text colours from one colour: one for the light theme and one for the dark theme. The
// hue stays the same and the lightness changes. The chroma only changes if the result would be
// outside the sRGB gamut.

export type Theme = keyof ColourPair;

ColorSpace.register(sRGB);
ColorSpace.register(OKLCH);

/** For each theme, the backgrounds of text, in any CSS notation. */
export type Surfaces = Record<Theme, readonly string[]>;

/** The values of `--paper` and `--paper-deep` in `site/base/tokens.css`. */
export const ownSurfaces: Surfaces = {
  light: ['oklch(0.975 0.008 85)', 'oklch(0.945 0.012 85)'],
  dark: ['oklch(0.19 0.008 75)', 'oklch(0.235 0.009 75)'],
};

/**
 * Minimum contrast ratio. Level AA of WCAG 2.2 requires 4.5; the margin covers rounding in
 * browsers.
 */
const defaultContrast = 4.6;

/** Steps of the binary search for a lightness. The last step is too small to be visible. */
const halvings = 10;

const pairs = new Map<string, ColourPair>();

/**
 * Creates legible colours for both themes.
 * @param hex six digits in lower case, such as `#16a34a`; results have the same form
 * @param surfaces backgrounds of text, if they differ from the default ones
 */
export function createPair(hex: string, surfaces = ownSurfaces): ColourPair {
  return adjustPair({ light: hex, dark: hex }, surfaces);
}

/** Adjusts a pair of colours so that text in them is legible on these backgrounds. */
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
 * Returns the colour itself if it has enough contrast to all backgrounds. Otherwise changes its
 * lightness as little as necessary.
 * @param theme direction of the change: darker in the light theme, lighter in the dark one
 * @param on the backgrounds
 * @param minContrast minimum contrast ratio, as defined by WCAG 2
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
  // Black is always legible in the light theme and white in the dark one, so the search has a valid
  // end.
  let far = theme === 'light' ? 0 : 1;
  let near = coords[0] ?? 0;
  for (let step = 0; step < halvings; step += 1) {
    const middle = (far + near) / 2;
    if (isLegible(at(middle))) far = middle;
    else near = middle;
  }
  return at(far);
}

/** The nearest colour in the sRGB gamut with this lightness and hue (CSS Color 4). */
function hexOf(coords: PlainColorObject['coords']): string {
  const shown = toGamutCSS({ space: OKLCH, coords, alpha: 1 }, { space: sRGB });
  return serialize(shown, { format: 'hex', collapse: false });
}
