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

type Theme = keyof ColourPair;

ColorSpace.register(sRGB);
ColorSpace.register(OKLCH);

/** What text stands on: `--paper` and `--paper-deep` of `styles/tokens.css`. */
const surfaces: Record<Theme, PlainColorObject[]> = {
  light: [to('oklch(0.975 0.008 85)', sRGB), to('oklch(0.945 0.012 85)', sRGB)],
  dark: [to('oklch(0.19 0.008 75)', sRGB), to('oklch(0.235 0.009 75)', sRGB)],
};

/** WCAG 2.2 asks for 4.5; the rest is for browsers that round otherwise. */
const leastContrast = 4.6;

/** Halvings of the range of lightness: the last is below what an eye can tell. */
const halvings = 10;

const pairs = new Map<string, ColourPair>();

/** @param hex such as `#16a34a`, with six digits in lower case, as both of the pair are */
export function colourPair(hex: string): ColourPair {
  const pair = pairs.get(hex) ?? { light: legible(hex, 'light'), dark: legible(hex, 'dark') };
  pairs.set(hex, pair);
  return pair;
}

/** The colour itself where it is legible, else the nearest lightness that is. */
function legible(hex: string, theme: Theme): string {
  if (isLegible(hex, theme)) return hex;
  const { coords } = to(hex, OKLCH);
  const at = (lightness: number) => hexOf([lightness, coords[1], coords[2]]);
  // Black and white are legible on their paper: the far end always holds.
  let far = theme === 'light' ? 0 : 1;
  let near = coords[0] ?? 0;
  for (let step = 0; step < halvings; step += 1) {
    const middle = (far + near) / 2;
    if (isLegible(at(middle), theme)) far = middle;
    else near = middle;
  }
  return at(far);
}

function isLegible(hex: string, theme: Theme): boolean {
  return surfaces[theme].every((surface) => contrastWCAG21(hex, surface) >= leastContrast);
}

/** The nearest colour of that lightness and hue that a screen can show (CSS Color 4). */
function hexOf(coords: PlainColorObject['coords']): string {
  const shown = toGamutCSS({ space: OKLCH, coords, alpha: 1 }, { space: sRGB });
  return serialize(shown, { format: 'hex', collapse: false });
}
