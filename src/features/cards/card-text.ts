import { charactersIn } from '../../lib/text/unicode-range.ts';

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

// Characters of the card fonts, taken from their `cmap` tables. Combining marks are left out,
// because the fonts only render them in composed letters. A test compares this list with the fonts.

/** The font families of cards. */
export type CardFace = keyof typeof ranges;

/** Character ranges in the syntax of CSS's `unicode-range`. */
const ranges = {
  /** Newsreader: Latin letters, including Vietnamese. */
  serif: `U+20-7E, U+A0-131, U+134-148, U+14A-17E, U+18F, U+192, U+1A0-1A1, U+1AF-1B0, U+1C4-1CC,
    U+1E6-1E7, U+1EA-1EB, U+1FA-21B, U+22A-22D, U+230-233, U+237, U+259, U+2B9-2BA, U+2BC,
    U+2C6-2C7, U+2DA, U+2DC-2DD, U+1E80-1E85, U+1E9E, U+1EA0-1EF9, U+2013-2014, U+2018-201A,
    U+201C-201E, U+2020, U+2022, U+2026, U+2032-2033, U+2039-203A, U+2044, U+20A1, U+20A3-20A4,
    U+20A6-20A7, U+20A9, U+20AB-20AD, U+20B1-20B2, U+20B5, U+20B9-20BA, U+20BC-20BD, U+2122, U+2212,
    U+2215`,
  /** Source Sans 3 in one weight: Latin letters of Western Europe, Cyrillic and Greek. */
  sans: `U+20-7E, U+A0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+374-375, U+37A, U+37E,
    U+384-38A, U+38C, U+38E-3A1, U+3A3-3D1, U+3D5, U+3D7, U+3D9, U+3DB, U+3DD, U+3E1, U+3F4,
    U+3F7-3F8, U+400-45F, U+490-491, U+4B0-4B1, U+2009, U+2013-2014, U+2018-201A, U+201C-201E,
    U+2022, U+2026, U+2032-2033, U+2039-203A, U+2044, U+20AC, U+2116, U+2122, U+2191, U+2193,
    U+2212, U+2215`,
};

export function lettersOf(face: CardFace): string[] {
  return charactersIn(ranges[face]);
}

const known = new Map<CardFace, Set<string>>();

/** Whether a family has all letters of a text. */
function covers(face: CardFace, text: string): boolean {
  const letters = known.get(face) ?? new Set(lettersOf(face));
  known.set(face, letters);
  return [...text].every((letter) => letters.has(letter));
}
