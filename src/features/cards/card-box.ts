import { type BoxStyle, box, type DrawnBox, waymark } from '../../site/shell/drawn-box.ts';
import type { CardText } from './card-text.ts';
import type { CardView } from './card-view.ts';

// Lays out a share picture ("card") as nested boxes.

/** Font names of each family, in fallback order. */
export const faceNames = {
  serif: ['serif-latin', 'serif-latin-ext', 'serif-vietnamese'],
  sans: ['sans-latin', 'sans-cyrillic', 'sans-greek'],
} as const;

/**
 * @param isOnHero whether the background is a picture, darkened behind the text
 * @param isCut whether the title has more than `maxLines` lines
 */
export function cardBox(shown: CardView, isOnHero: boolean, isCut: boolean): DrawnBox {
  const theme = isOnHero ? 'dark' : 'light';
  const { paper, ...colours } = shown.colours;
  const [ink, accent] = [colours.ink[theme], colours.accent[theme]];
  const under = isOnHero ? scrim : { background: paper };
  const soft = { ...row, color: colours.inkSoft[theme] };
  return box({ width: '100%', height: '100%', ...under, color: ink }, [
    waymark(ink, accent),
    box(column, [
      box(soft, above(shown, { ink, accent })),
      // `balance` is for whole titles only: Satori balances lines by the height of the clamped
      // text, which would cut more of a clamped title.
      titleBox(shown, isCut ? { lineClamp: maxLines } : { textWrap: 'balance' }),
      box(soft, below(shown, theme)),
    ]),
  ]);
}

const maxLines = 3;
/** Width of a line, in pixels. */
export const lineWidth = 944;

/** Whether a title's box, of this height in pixels, has more than `maxLines` lines. */
export function isTooHigh(height: number, { size }: CardView): boolean {
  return height > (maxLines + 1) * titleStyle.lineHeight * size;
}

export function titleBox({ title, size }: CardView, style: BoxStyle = {}): DrawnBox {
  return line(title, { ...titleStyle, ...style, fontSize: size });
}

/** Darkens the picture behind the text, so that the text is legible even on a white picture. */
const scrim = {
  backgroundImage:
    'linear-gradient(90deg, rgba(22,19,16,0.9) 0%, rgba(22,19,16,0.76) 55%, rgba(22,19,16,0.58) 100%)',
};

const column = {
  flexDirection: 'column',
  justifyContent: 'space-between',
  width: lineWidth,
  padding: '74px 0 76px 0',
  marginLeft: 52,
} as const;
const row = {
  alignItems: 'center',
  fontSize: 34,
  lineHeight: 1.2,
  height: 42,
  whiteSpace: 'nowrap',
} as const;
const titleStyle = {
  display: 'block',
  lineHeight: 1.1,
  wordBreak: 'break-word',
  // Leaves room above for the accents of capital letters. They would be clipped, because clamping
  // lines also clips the box.
  padding: '24px 0 12px',
} as const;

/** Style of texts that are shortened with an ellipsis when their line is too long. */
const cutAtEdge = {
  display: 'block',
  flexShrink: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const;

/** The line above the title: project, version and pre-release. */
function above(
  { project, version, preRelease }: CardView,
  colours: { ink: string; accent: string },
) {
  return [
    ...lines(project, { ...cutAtEdge, color: colours.accent, marginRight: 18 }),
    ...lines(version, { ...cutAtEdge, color: colours.ink, marginRight: 22 }),
    ...lines(preRelease, {
      fontSize: 26,
      padding: '2px 14px 4px',
      border: '2px solid currentcolor',
      borderRadius: 6,
    }),
  ];
}

/** The line below the title: date, types and site. Types that do not fit are hidden. */
function below({ date, types, site, colours }: CardView, theme: 'light' | 'dark') {
  return [
    ...lines(date, { ...cutAtEdge, marginRight: 30 }),
    box(asManyAsFit, [
      // The first box of a row never wraps to the next row, so this empty box is first. Types that
      // do not fit then wrap to the next row, which is hidden.
      box({ width: 0 }),
      ...types.map(({ name, colour }) =>
        box({ alignItems: 'center', flexShrink: 0, height: row.height, marginRight: 26 }, [
          box({
            width: 16,
            height: 16,
            borderRadius: 8,
            marginRight: 10,
            background: (colour ?? colours.inkSoft)[theme],
          }),
          line(name, {}),
        ]),
      ),
    ]),
    ...lines(site, { ...cutAtEdge, flexShrink: 0, maxWidth: '100%', color: colours.ink[theme] }),
  ];
}

const asManyAsFit = {
  flexWrap: 'wrap',
  flexGrow: 1,
  flexBasis: 0,
  minWidth: 0,
  height: row.height,
  overflow: 'hidden',
} as const;

function lines(text: CardText | undefined, style: BoxStyle): DrawnBox[] {
  return text ? [line(text, style)] : [];
}

function line({ text, face }: CardText, style: BoxStyle): DrawnBox {
  return box({ flexShrink: 0, fontFamily: faceNames[face].join(', '), ...style }, text);
}
