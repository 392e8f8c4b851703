import { type CardFace, covers } from './letters.ts';

/** A text, and a font family that has all of its letters. */
export interface CardText {
  text: string;
  face: CardFace;
}

/**
 * Maximum letters of a text: about twice as many as a title of three lines has at the smallest font
 * size.
 */
const maxLetters = 240;

/**
 * Prepares a text for a card: one line in normal form C, without control characters and emoji.
 * Returns undefined if nothing remains, or if no font family has all letters of the text.
 * @param preferred the family to use if both families have all letters
 */
export function cardText(text: string, preferred: CardFace): CardText | undefined {
  const shown = [...visible(text)].slice(0, maxLetters).join('').trimEnd();
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
/** White space is replaced by a space; other control characters are removed. */
const white = /\s/g;
const unseen = /\p{C}|\p{Variation_Selector}/gu;

/** Font size in pixels, chosen so that all but the longest titles fit into three lines. */
export function titleSize(title: string): number {
  const [, size] = sizes.find(([max]) => title.length <= max) ?? smallest;
  return size;
}

const smallest = [Number.POSITIVE_INFINITY, 60] as const;
/** Font sizes in pixels, each with the maximum length of its titles. */
const sizes: readonly (readonly [max: number, size: number])[] = [
  [22, 104],
  [46, 90],
  [78, 74],
];
