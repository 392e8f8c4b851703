import { OKLab, serialize, sRGB, to, toGamutCSS } from 'colorjs.io/dist/color-fn.min.js';
import { legible, ownSurfaces, type Surfaces, type Theme } from './colour-pair.ts';
import type { ColourPair } from './content.ts';

// Takes the papers and inks that a maintainer chose; gives the greys between them.

/** The site's colours beside its accent, all as hex codes: the custom properties of `tokens.css`. */
export interface Palette {
  paper: ColourPair;
  /** What code and tables stand on. */
  paperDeep: ColourPair;
  ink: ColourPair;
  /** Text that steps back; legible on both papers all the same. */
  inkSoft: ColourPair;
  line: ColourPair;
  lineStrong: ColourPair;
}

/** What is chosen; the rest is as in `tokens.css`. */
export interface ChosenColours {
  paper?: { light?: string | undefined; dark?: string | undefined } | undefined;
  ink?: { light?: string | undefined; dark?: string | undefined } | undefined;
}

/** `site/base/tokens.css`, where CSS does not reach: pictures, and the browser's own frame. */
export const ownPalette: Palette = {
  paper: { light: '#f9f6f1', dark: '#161310' },
  paperDeep: { light: '#f0ece4', dark: '#211e19' },
  ink: { light: '#231f19', dark: '#e4e1da' },
  inkSoft: { light: '#5a544d', dark: '#afaaa3' },
  line: { light: '#d8d4ca', dark: '#383530' },
  lineStrong: { light: '#aaa49a', dark: '#59544e' },
};

/** Each theme in which nothing was chosen is as it was. */
export function paletteOf({ paper, ink }: ChosenColours): Palette {
  const [light, dark] = (['light', 'dark'] as const).map((theme) => {
    const isOwn = !paper?.[theme] && !ink?.[theme];
    const chosen = {
      paper: paper?.[theme] ?? ownPalette.paper[theme],
      ink: ink?.[theme] ?? ownPalette.ink[theme],
    };
    return isOwn ? undefined : between(chosen, theme);
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

/** What text stands on with these colours. */
export function surfacesOf({ paper, paperDeep }: Palette): Surfaces {
  const of = (theme: Theme) =>
    paperDeep[theme] === ownPalette.paperDeep[theme] && paper[theme] === ownPalette.paper[theme]
      ? // Not rounded to eight bits, as a sync has them: what it made legible is so already.
        ownSurfaces[theme]
      : [paper[theme], paperDeep[theme]];
  return { light: of('light'), dark: of('dark') };
}

/** How much of the ink is in each: what `tokens.css` comes to. */
const shares: Record<Theme, { deep: number; soft: number; line: number; strong: number }> = {
  light: { deep: 0.04, soft: 0.71, line: 0.14, strong: 0.35 },
  dark: { deep: 0.06, soft: 0.76, line: 0.19, strong: 0.36 },
};

function between({ paper, ink }: { paper: string; ink: string }, theme: Theme) {
  const { deep, soft, line, strong } = shares[theme];
  const paperDeep = mixed(paper, ink, deep);
  return {
    paper,
    paperDeep,
    ink,
    inkSoft: legible(mixed(paper, ink, soft), theme, [paper, paperDeep]),
    line: mixed(paper, ink, line),
    lineStrong: mixed(paper, ink, strong),
  };
}

/** @param share of the other: 0 to 1 */
function mixed(one: string, other: string, share: number): string {
  const [from, towards] = [to(one, OKLab).coords, to(other, OKLab).coords];
  const part = (at: 0 | 1 | 2) => (from[at] ?? 0) * (1 - share) + (towards[at] ?? 0) * share;
  const shown = toGamutCSS(
    { space: OKLab, coords: [part(0), part(1), part(2)], alpha: 1 },
    { space: sRGB },
  );
  return serialize(shown, { format: 'hex', collapse: false });
}
