import { printable } from './printable.ts';
import { oneLine, shorten } from './text.ts';

/** Longer than real titles, but short enough that a hundred titles fit in a GitHub comment. */
const maxCharacters = 300;

/**
 * Formats untrusted text as a Markdown code span, so that GitHub shows it literally, without
 * mentions, links, pictures or HTML. Do not use it in tables, where `|` ends a cell even inside
 * code (CommonMark 0.31, 6.1 "Code spans"; GFM, 4.10 "Tables").
 */
export function codeSpan(text: string): string {
  const line = shorten(oneLine(printable(text)), maxCharacters) || '–';
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map(({ length }) => length)));
  const gap = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${gap}${line}${gap}${fence}`;
}
