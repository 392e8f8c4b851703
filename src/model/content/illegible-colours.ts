import { contrastWCAG21 } from 'colorjs.io/dist/color-fn.min.js';
import { legible, type Theme } from './colour-pair.ts';
import type { Palette } from './palette.ts';

/** WCAG 2.2 asks for 7 (AAA): a changelog is for reading. */
const leastOfInk = 7;

/** The palest of the colours of code (`code.css`), which do not follow the paper. */
const palest: Record<Theme, string> = { light: 'oklch(0.47 0.02 75)', dark: 'oklch(0.7 0.02 80)' };
const leastOfCode = 4.5;

/** What is wrong with the colours of a theme, and what would do. */
export interface IllegibleColour {
  of: 'paper' | 'ink';
  theme: Theme;
  why: string;
}

/** Empty where everybody can read what is set in these colours. */
export function illegibleIn(palette: Palette): IllegibleColour[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const [paper, deep, ink] = [palette.paper[theme], palette.paperDeep[theme], palette.ink[theme]];
    const ofInk = contrastWCAG21(ink, paper);
    const ofCode = contrastWCAG21(palest[theme], deep);
    if (ofCode < leastOfCode)
      return { of: 'paper' as const, theme, why: paperWhy(paper, theme, ofCode) };
    if (ofInk >= leastOfInk) return [];
    const nearest = legible(ink, theme, [paper], leastOfInk);
    const why = `${ink} on paper ${paper} has a contrast of ${shownRatio(ofInk)}, and text wants ${leastOfInk}; ${nearest} would do`;
    return { of: 'ink' as const, theme, why };
  });
}

function paperWhy(paper: string, theme: Theme, ratio: number): string {
  const [wrong, right] = theme === 'light' ? ['dark', 'lighter'] : ['light', 'darker'];
  return `${paper} is too ${wrong} for the ${theme} theme: coloured code has a contrast of ${shownRatio(ratio)} on it, and wants ${leastOfCode}; take a ${right} one`;
}

function shownRatio(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}
