import type { Token } from 'markdown-it';
import { tagsIn } from './raw-tags.ts';

/** A piece of text, and its index among the tokens around it. */
interface PlainText {
  token: Token;
  index: number;
  /** The start of the link around the text, or the raw HTML that begins one. */
  link: Token | undefined;
}

/** The texts of a paragraph that are not in code. */
export function* plainTexts(tokens: readonly Token[]): Generator<PlainText> {
  const around: Around = { link: undefined, code: 0 };
  for (const [index, token] of tokens.entries()) {
    const { type } = token;
    if (type === 'text' && around.code === 0) yield { token, index, link: around.link };
    else if (type === 'link_open') around.link = token;
    else if (type === 'link_close') around.link = undefined;
    else if (type === 'html_inline') enterTags(token, around);
  }
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
