import type { Schema } from 'hast-util-sanitize';

const cells = ['align', 'colSpan', 'rowSpan'];

/** A code block's language, on it or on the code in it; both spellings are common. */
export const languageClass = /^lang(?:uage)?-[\w+#-]+$/;

/** What a header cell may head. */
export const headerScope = /^(?:col|row)(?:group)?$/;

/** Schemes of the addresses that a reader may follow. */
export const linkSchemes = ['http', 'https', 'mailto'];

/** Before every id of a body, which must not take the place of one of the page's own. */
export const idPrefix = 'n-';

/** What plays something stays until a link stands in its place. */
export const neverShown = ['iframe', 'video', 'audio'];

/** What may stand in a body. Whatever is not named here is gone. */
export const allowList: Schema = {
  tagNames: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'div', 'span'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'details', 'summary', 'figure', 'figcaption'],
    ...['pre', 'code', 'kbd', 'samp', 'var', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins'],
    ...['mark', 'small', 'sub', 'sup', 'abbr', 'cite', 'q', 'dfn', 'time', 'a', 'img'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...neverShown,
  ],
  attributes: {
    a: ['href', 'title'],
    abbr: ['title'],
    code: [['className', languageClass]],
    audio: ['src', 'title'],
    iframe: ['src', 'title'],
    img: ['src', 'alt', 'title'],
    ol: ['start', 'reversed'],
    pre: [['className', languageClass]],
    time: ['dateTime'],
    video: ['src', 'title'],
    td: cells,
    th: [...cells, ['scope', headerScope]],
    '*': ['id', 'lang', 'dir'],
  },
  ancestors: {
    li: ['ol', 'ul'],
    caption: ['table'],
    thead: ['table'],
    tbody: ['table'],
    tfoot: ['table'],
    tr: ['table'],
    th: ['table'],
    td: ['table'],
    summary: ['details'],
    figcaption: ['figure'],
  },
  protocols: { href: linkSchemes, src: ['http', 'https'] },
  clobber: ['id'],
  clobberPrefix: idPrefix,
  // Their text is no text for readers.
  strip: [
    ...['script', 'style', 'template', 'noscript', 'svg', 'math', 'title', 'textarea'],
    ...['noembed', 'noframes'],
  ],
  allowComments: false,
  allowDoctypes: false,
};

/** What is let through of what has been through the allow list once: its ids carry the prefix already. */
export const allowListAgain: Schema = { ...allowList, clobber: [] };
