import type { Token } from 'markdown-it';
import { tagsIn } from './raw-tags.ts';

/**
 * Replaces the texts of a paragraph that are not in code.
 * @param map gets the start of the link around a text, or the raw HTML that begins one
 */
export function mapPlainTexts(
  tokens: readonly Token[],
  map: (text: Token, link: Token | undefined) => Token | Token[],
): Token[] {
  const around: Around = { link: undefined, code: 0 };
  return tokens.flatMap((token) => {
    const { type } = token;
    if (type === 'text' && around.code === 0) return map(token, around.link);
    if (type === 'link_open') around.link = token;
    if (type === 'link_close') around.link = undefined;
    if (type === 'html_inline') enterTags(token, around);
    return token;
  });
}

/** The elements around a text: a link, and the number of elements of code. */
interface Around {
  link: Token | undefined;
  code: number;
}

function enterTags(token: Token, around: Around): void {
  for (const { name, isEndTag } of tagsIn(token.content)) {
    if (name === 'a') around.link = isEndTag ? undefined : token;
    if (codes.has(name)) around.code = Math.max(0, around.code + (isEndTag ? -1 : 1));
  }
}

const codes = new Set(['code', 'kbd', 'pre', 'samp', 'var']);
