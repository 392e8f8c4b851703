import { type CardFace, covers } from './letters.ts';

/** A line of a card, and the family that has all of its letters. */
export interface CardText {
  text: string;
  face: CardFace;
}

/** Of a text so much is looked at; three lines of the smallest type hold about half of it. */
const mostLetters = 240;

/**
 * A text as a card can show it: one line, letters composed, without controls and without emoji, which
 * no face has. Undefined where nothing is left of it, or where no face has all of its letters.
 * @param preferred the family that it is set in where both have them
 */
export function cardText(text: string, preferred: CardFace): CardText | undefined {
  const shown = [...visible(text)].slice(0, mostLetters).join('').trimEnd();
  if (!shown) return undefined;
  const faces: CardFace[] = preferred === 'serif' ? ['serif', 'sans'] : ['sans', 'serif'];
  const face = faces.find((one) => covers(one, shown));
  return face && { text: shown, face };
}

function visible(text: string): string {
  return text
    .normalize('NFC')
    .replace(emoji, ' ')
    .replace(white, ' ')
    .replace(unseen, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

const emoji = /\p{RGI_Emoji}|[\p{Extended_Pictographic}--[©®™]]|\p{Regional_Indicator}/gv;
/** Controls that end a line or a column stand for a space, others for nothing. */
const white = /\s/g;
const unseen = /\p{C}|\p{Variation_Selector}/gu;

/** In pixels: what a title is set in, so that all but the longest stand whole on three lines. */
export function titleSize(title: string): number {
  const [, size] = sizes.find(([most]) => title.length <= most) ?? smallest;
  return size;
}

const smallest = [Number.POSITIVE_INFINITY, 60] as const;
/** Letters at most, and the size of their type. */
const sizes: readonly (readonly [most: number, size: number])[] = [
  [22, 104],
  [46, 90],
  [78, 74],
];
