import { nameToEmoji } from 'gemoji';
import type { Token } from 'markdown-it';
import { plainTexts } from './plain-texts.ts';

/** Writes the short names of emoji on GitHub, such as `:tada:`, as emoji, but not in addresses. */
export function writeEmoji(tokens: readonly Token[]): void {
  for (const { token, link } of plainTexts(tokens))
    if (link?.info !== 'auto' && token.content.includes(':'))
      token.content = token.content.replace(run, (names) => names.replace(shortName, emojiOf));
}

function emojiOf(whole: string, name: string): string {
  return Object.hasOwn(nameToEmoji, name) ? (nameToEmoji[name] ?? whole) : whole;
}

const shortName = /:([\w+-]+):/g;

/** Matches one or more short names. In `std::link::Link` and `10:100:20`, there are none. */
const run = /(?<![\w:])(?::[\w+-]{1,40}:)+(?![\d:])/g;
