import { printable } from './printable.ts';
import { oneLine, shorten } from './text.ts';

/** Longer than real titles, but short enough that a hundred titles fit in a GitHub comment. */
const maxCharacters = 300;

/**
 * Formats foreign text as a Markdown code span, so that nothing in it becomes a mention, reference,
 * link, picture or HTML on GitHub. Not for tables, where a bar ends a cell even inside code
 * (CommonMark 0.31, 6.1 "Code spans"; GFM, 4.10 "Tables").
 */
export function codeSpan(text: string): string {
  const line = shorten(oneLine(printable(text)), maxCharacters) || '–';
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map(({ length }) => length)));
  const gap = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${gap}${line}${gap}${fence}`;
}
