import { OKLab, serialize, sRGB, to, toGamutCSS } from 'colorjs.io/dist/color-fn.min.js';
import { makeLegible, ownSurfaces, type Surfaces, type Theme } from './colour-pair.ts';
import type { ColourPair } from './content.ts';

// Derives a site's greys from its background and text colours.

/**
 * The site's colours except the accent, as hex codes. In `tokens.css` they are custom properties.
 */
export interface Palette {
  paper: ColourPair;
  /** Background of code and tables. */
  paperDeep: ColourPair;
  ink: ColourPair;
  /** Secondary text, which is legible on `paper` and `paperDeep`. */
  inkSoft: ColourPair;
  line: ColourPair;
  lineStrong: ColourPair;
}

/** Colours that the maintainer chose. A missing colour has its value from `tokens.css`. */
export interface ChosenColours {
  paper?: { light?: string | undefined; dark?: string | undefined } | undefined;
  ink?: { light?: string | undefined; dark?: string | undefined } | undefined;
}

/**
 * The colours in `site/base/tokens.css`, for uses without CSS: generated pictures and the browser's
 * toolbar.
 */
export const ownPalette: Palette = {
  paper: { light: '#f9f6f1', dark: '#161310' },
  paperDeep: { light: '#f0ece4', dark: '#211e19' },
  ink: { light: '#231f19', dark: '#e4e1da' },
  inkSoft: { light: '#5a544d', dark: '#afaaa3' },
  line: { light: '#d8d4ca', dark: '#383530' },
  lineStrong: { light: '#aaa49a', dark: '#59544e' },
};

/** Completes the chosen colours. A theme without chosen colours keeps the default ones. */
export function createPalette({ paper, ink }: ChosenColours): Palette {
  const [light, dark] = (['light', 'dark'] as const).map((theme) => {
    const isOwn = !paper?.[theme] && !ink?.[theme];
    const chosen = {
      paper: paper?.[theme] ?? ownPalette.paper[theme],
      ink: ink?.[theme] ?? ownPalette.ink[theme],
    };
    return isOwn ? undefined : deriveColours(chosen, theme);
  });
  const pair = (name: keyof Palette): ColourPair => ({
    light: light?.[name] ?? ownPalette[name].light,
    dark: dark?.[name] ?? ownPalette[name].dark,
  });
  return {
    paper: pair('paper'),
    paperDeep: pair('paperDeep'),
    ink: pair('ink'),
    inkSoft: pair('inkSoft'),
    line: pair('line'),
    lineStrong: pair('lineStrong'),
  };
}

/** The backgrounds that text may have with this palette. */
export function surfacesOf({ paper, paperDeep }: Palette): Surfaces {
  const of = (theme: Theme) =>
    paperDeep[theme] === ownPalette.paperDeep[theme] && paper[theme] === ownPalette.paper[theme]
      ? // Unrounded, as in a sync, so that colours which a sync made legible need no change.
        ownSurfaces[theme]
      : [paper[theme], paperDeep[theme]];
  return { light: of('light'), dark: of('dark') };
}

/**
 * Share of the text colour in each grey. With the default colours, the results are those in
 * `tokens.css`.
 */
const shares: Record<Theme, { deep: number; soft: number; line: number; strong: number }> = {
  light: { deep: 0.04, soft: 0.71, line: 0.14, strong: 0.35 },
  dark: { deep: 0.06, soft: 0.76, line: 0.19, strong: 0.36 },
};

function deriveColours({ paper, ink }: { paper: string; ink: string }, theme: Theme) {
  const { deep, soft, line, strong } = shares[theme];
  const paperDeep = mix(paper, ink, deep);
  return {
    paper,
    paperDeep,
    ink,
    inkSoft: makeLegible(mix(paper, ink, soft), theme, [paper, paperDeep]),
    line: mix(paper, ink, line),
    lineStrong: mix(paper, ink, strong),
  };
}

/**
 * Mixes two colours in OKLab.
 * @param share share of `other`, from 0 to 1
 */
function mix(one: string, other: string, share: number): string {
  const [from, towards] = [to(one, OKLab).coords, to(other, OKLab).coords];
  const part = (at: 0 | 1 | 2) => (from[at] ?? 0) * (1 - share) + (towards[at] ?? 0) * share;
  const shown = toGamutCSS(
    { space: OKLab, coords: [part(0), part(1), part(2)], alpha: 1 },
    { space: sRGB },
  );
  return serialize(shown, { format: 'hex', collapse: false });
}
