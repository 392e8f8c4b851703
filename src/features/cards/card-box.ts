import { type BoxStyle, box, type DrawnBox, waymark } from '../../site/shell/drawn-box.ts';
import type { CardText } from './card-text.ts';
import type { CardView } from './card-view.ts';

// Takes what a card shows; gives the boxes that it is drawn from. Never draws.

/** Names of the faces of a family, in the order in which letters are looked for. */
export const faceNames = {
  serif: ['serif-latin', 'serif-latin-ext', 'serif-vietnamese'],
  sans: ['sans-latin', 'sans-cyrillic', 'sans-greek'],
} as const;

/**
 * @param isOnHero whether it lies on a picture, darkened where words stand, or on paper
 * @param isCut whether its title has more lines than there is room for
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
      // Satori balances lines by the height that is left of a cut text, which cuts more of it.
      titleBox(shown, isCut ? { lineClamp: mostLines } : { textWrap: 'balance' }),
      box(soft, below(shown, theme)),
    ]),
  ]);
}

/** Lines of a title at most. */
export const mostLines = 3;
/** In pixels: all of its words are this wide at most. */
export const lineWidth = 944;

export function titleBox({ title, size }: CardView, style: BoxStyle = {}): DrawnBox {
  return line(title, { ...titleStyle, ...style, fontSize: size });
}

/** Dark where words stand, so that they can be read on a picture of paper too. */
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
  // What is clamped is cut at its edge as well, and marks of capitals stand above that.
  padding: '24px 0 12px',
} as const;

/** Of the words on one line, those that give way. */
const cutAtEdge = {
  display: 'block',
  flexShrink: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const;

/** What was released. */
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

/** When, what is in it, and the site's name, which always has its place: types without room are left out. */
function below({ date, types, site, colours }: CardView, theme: 'light' | 'dark') {
  return [
    ...lines(date, { ...cutAtEdge, marginRight: 30 }),
    box(asManyAsFit, [
      // The first box of a line never wraps, however wide it is.
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
