import type { Root } from 'hast';
import { toText } from 'hast-util-to-text';
import { oneLine, shorten } from '../../lib/text.ts';

const excerptLength = 240;
const wordsAMinute = 220;

/** The first sentences of a body as text, and how many minutes it takes to read (at least 1). */
export function excerptOf(tree: Root): { excerpt: string; readingMinutes: number } {
  const text = oneLine(toText(tree));
  const words = text.split(' ').length;
  return {
    excerpt: shorten(text, excerptLength),
    readingMinutes: Math.max(1, Math.round(words / wordsAMinute)),
  };
}
