import type { Token } from 'markdown-it';
import { type Tag, tagsIn } from './raw-tags.ts';

/**
 * Replaces the texts of a paragraph that are not in code.
 * @param map gets the start of the link around a text, or the raw HTML that begins one
 */
export function mapPlainTexts(
  tokens: readonly Token[],
  map: (text: Token, link: Token | undefined) => Token | Token[],
): Token[] {
  let link: Token | undefined;
  // Number of elements of code around a text.
  let code = 0;
  const mapped: (Token | Token[])[] = [];
  for (const token of tokens) {
    mapped.push(token.type === 'text' && code === 0 ? map(token, link) : token);
    for (const { name, nesting } of tagsOf(token)) {
      if (name === 'a') link = nesting === 1 ? token : undefined;
      code = Math.max(0, code + nesting * Number(codes.has(name)));
    }
  }
  return mapped.flat();
}

/** The tags of raw HTML, or that of a link or the like. */
function tagsOf({ type, tag, nesting, content }: Token): Tag[] {
  if (type === 'html_inline') return tagsIn(content);
  return nesting === 0 ? [] : [{ name: tag, nesting }];
}

const codes = new Set(['code', 'kbd', 'pre', 'samp', 'var']);
