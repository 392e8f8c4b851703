import { z } from 'zod';
import { findIllegible } from '../model/content/illegible-colours.ts';
import { createPalette } from '../model/content/palette.ts';

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
