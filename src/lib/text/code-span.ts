import { printable } from './printable.ts';
import { oneLine, shorten } from './text.ts';

/** No title that people give is longer, and a hundred of them are to fit into a comment. */
const maxCharacters = 300;

/**
 * Text of others for Markdown: as code, in which nothing is a mention, a reference, a link, a
 * picture or HTML, also to what GitHub makes of text once it is rendered. Not for tables, whose
 * cells end at a bar within code (CommonMark 0.31, 6.1 "Code spans"; GFM, 4.10 "Tables").
 */
export function codeSpan(text: string): string {
  const line = shorten(oneLine(printable(text)), maxCharacters) || '–';
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map(({ length }) => length)));
  const gap = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${gap}${line}${gap}${fence}`;
}
