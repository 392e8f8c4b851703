import { contrastWCAG21 } from 'colorjs.io/dist/color-fn.min.js';
import { z } from 'zod';
import { makeLegible, type Theme } from '../model/content/colour-pair.ts';
import { createPalette, type Palette } from '../model/content/palette.ts';

// Validates design tokens, so that no value can close its CSS declaration and add further rules.

/** A colour with six hex digits, converted to lower case. */
export const HexCode = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'expected a hex code such as "#b4472b"' })
  .toLowerCase();

/**
 * A list of font families in CSS syntax. Names that contain other characters than letters and
 * digits must be quoted.
 */
const Faces = z
  .string()
  .regex(/^(?:[\w-]+(?: [\w-]+)*|"[\w .-]+")(?:, ?(?:[\w-]+(?: [\w-]+)*|"[\w .-]+"))*$/, {
    error: `expected a list of families such as 'Georgia, "Noto Serif", serif'`,
  });

const Length = z.string().regex(/^(?:0|\d{1,4}(?:\.\d{1,4})?(?:rem|px|em|ch))$/, {
  error: 'expected a length such as "38rem", "12px", "0.5em" or "68ch"',
});

const InBothThemes = z.strictObject({ light: HexCode.optional(), dark: HexCode.optional() });

/** Settings in `theme` of `site.config.ts`, all optional. */
export const ThemeTokens = z
  .strictObject({
    /** Fonts of text, titles and code. */
    faces: z
      .strictObject({ text: Faces.optional(), heading: Faces.optional(), code: Faces.optional() })
      .optional(),
    /**
     * Background colours: a light colour for the light theme and a dark colour for the dark theme.
     */
    paper: InBothThemes.optional(),
    /** Text colour. */
    ink: InBothThemes.optional(),
    /** Corner radius of pictures and boxes. Smaller elements use a fraction of this radius. */
    radius: Length.optional(),
    /** Maximum width of text, and of pages that contain more than text. */
    width: z.strictObject({ text: Length.optional(), page: Length.optional() }).optional(),
  })
  .superRefine((theme, context) => {
    for (const { of, theme: look, why } of findIllegible(createPalette(theme)))
      context.addIssue({ code: 'custom', path: [of, look], message: why });
  });
export type ThemeTokens = z.output<typeof ThemeTokens>;

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

/**
 * Returns the colours of a palette that have too little contrast in a theme; empty if all text is
 * legible. `why` also says how to correct it.
 */
export function findIllegible(palette: Palette) {
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
