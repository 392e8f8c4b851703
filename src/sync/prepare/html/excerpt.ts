import type { Element, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import { oneLine, shorten } from '../../../lib/text/text.ts';

const excerptLength = 240;
const wordsAMinute = 220;

/** The text of a body or of an element, without tags, on one line. */
export function readableText(tree: Root | Element): string {
  return oneLine(toText(tree));
}

/** The beginning of a text, cut at a word. */
export function cutExcerpt(text: string): string {
  return shorten(text, excerptLength);
}

/** Minutes that it takes to read the texts, at least 1. */
export function countMinutes(texts: readonly string[]): number {
  const words = texts.join(' ').split(' ').length;
  return Math.max(1, Math.round(words / wordsAMinute));
}
