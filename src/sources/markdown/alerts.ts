import type { StateCore } from 'markdown-it';
import { alertClass, alertKinds } from '../../model/content/content.ts';

/**
 * Marks the quotations that GitHub shows as alerts: those outside lists and other quotations whose
 * first line is `[!NOTE]` or the like, with text below it (GitHub Docs, "Basic writing and
 * formatting syntax", Alerts). A rule for the core of a parser of blocks.
 */
export function markAlerts(state: StateCore): void {
  const { tokens } = state;
  const markers = new Set<number>();
  for (const [index, quote] of tokens.entries()) {
    const text = tokens[index + 2];
    if (quote.type !== 'blockquote_open' || quote.level > 0 || text?.type !== 'inline') continue;
    const [marker, kind = ''] = first.exec(text.content) ?? [];
    const rest = text.content.slice(marker?.length);
    const isEmpty = rest === '' && tokens[index + 4]?.type === 'blockquote_close';
    if (marker === undefined || isEmpty || tokens[index + 1]?.type !== 'paragraph_open') continue;
    quote.attrSet('class', alertClass(kind.toLowerCase()));
    text.content = rest;
    if (rest === '') for (const at of [1, 2, 3]) markers.add(index + at);
  }
  if (markers.size > 0) state.tokens = tokens.filter((_, index) => !markers.has(index));
}

const first = new RegExp(`^\\[!(${alertKinds.join('|')})\\][ \\t]*(?:\\n|$)`, 'i');
