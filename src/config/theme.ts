import { z } from 'zod';
import { illegibleIn } from '../model/content/illegible-colours.ts';
import { paletteOf } from '../model/content/palette.ts';

// Takes the tokens of a site's own look; gives them as they can stand in a style sheet, or says what
// is wrong with them. Nothing that they hold ends a declaration.

/** A colour of six digits, in lower case. */
export const HexCode = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'expected a hex code such as "#b4472b"' })
  .toLowerCase();

/** A list of families as CSS writes it; a name with anything but letters and digits in quotes. */
const Faces = z
  .string()
  .regex(/^(?:[\w-]+(?: [\w-]+)*|"[\w .-]+")(?:, ?(?:[\w-]+(?: [\w-]+)*|"[\w .-]+"))*$/, {
    error: `expected a list of families such as 'Georgia, "Noto Serif", serif'`,
  });

const Length = z.string().regex(/^(?:0|\d{1,4}(?:\.\d{1,4})?(?:rem|px|em|ch))$/, {
  error: 'expected a length such as "38rem", "12px", "0.5em" or "68ch"',
});

const InBothThemes = z.strictObject({ light: HexCode.optional(), dark: HexCode.optional() });

/** What `theme` in `site.config.ts` may say; all of it may be left out. */
export const ThemeTokens = z
  .strictObject({
    /** Faces of text, of titles and of code. */
    faces: z
      .strictObject({ text: Faces.optional(), heading: Faces.optional(), code: Faces.optional() })
      .optional(),
    /** What everything stands on: pale in the light theme, deep in the dark one. */
    paper: InBothThemes.optional(),
    /** Text. */
    ink: InBothThemes.optional(),
    /** Corners of pictures and boxes; those of small things follow. */
    radius: Length.optional(),
    /** How wide lines of text, and the pages that hold more than text, are at most. */
    width: z.strictObject({ text: Length.optional(), page: Length.optional() }).optional(),
  })
  .superRefine((theme, context) => {
    for (const { of, theme: look, why } of illegibleIn(paletteOf(theme)))
      context.addIssue({ code: 'custom', path: [of, look], message: why });
  });
export type ThemeTokens = z.output<typeof ThemeTokens>;
