import { contrastWCAG21 } from 'colorjs.io/dist/color-fn.min.js';
import { makeLegible, type Theme } from './colour-pair.ts';
import type { Palette } from './palette.ts';

/** Level AAA of WCAG 2.2, because the site consists mostly of text. */
const minInkContrast = 7;

/**
 * The code colours in `code.css` that have the least contrast, one for each theme. They do not
 * depend on the configured background.
 */
const lightestCode: Record<Theme, string> = {
  light: 'oklch(0.47 0.02 75)',
  dark: 'oklch(0.7 0.02 80)',
};
const minCodeContrast = 4.5;

/** A colour that has too little contrast in a theme. `why` also says how to correct it. */
export interface IllegibleColour {
  of: 'paper' | 'ink';
  theme: Theme;
  why: string;
}

/** Returns the problems of a palette; empty if all text is legible. */
export function findIllegible(palette: Palette): IllegibleColour[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const [paper, deep, ink] = [palette.paper[theme], palette.paperDeep[theme], palette.ink[theme]];
    const ofInk = contrastWCAG21(ink, paper);
    const ofCode = contrastWCAG21(lightestCode[theme], deep);
    if (ofCode < minCodeContrast)
      return { of: 'paper' as const, theme, why: paperWhy(paper, theme, ofCode) };
    if (ofInk >= minInkContrast) return [];
    const nearest = makeLegible(ink, theme, [paper], minInkContrast);
    const why = `${ink} on the background ${paper} has a contrast of ${formatRatio(ofInk)}, but text needs ${minInkContrast}; try ${nearest}`;
    return { of: 'ink' as const, theme, why };
  });
}

function paperWhy(paper: string, theme: Theme, ratio: number): string {
  const [wrong, right] = theme === 'light' ? ['dark', 'lighter'] : ['light', 'darker'];
  return `${paper} is too ${wrong} for the ${theme} theme: coloured code has a contrast of ${formatRatio(ratio)} on this background, but needs ${minCodeContrast}; use a ${right} background`;
}

function formatRatio(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}
