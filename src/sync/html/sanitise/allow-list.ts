import type { Schema } from 'hast-util-sanitize';

const cells = ['align', 'colSpan', 'rowSpan'];

/** Class with the language of a code block. Both spellings of the prefix are common. */
export const languageClass = /^lang(?:uage)?-[\w+#-]+$/;

/** Valid scopes of a header cell. */
export const headerScope = /^(?:col|row)(?:group)?$/;

/** Schemes of addresses that readers may follow. */
export const linkSchemes = ['http', 'https', 'mailto'];

/** Prefix of all ids in bodies, so that none conflicts with the page's own. */
export const idPrefix = 'n-';

/** Elements that are only allowed until links replace them. */
export const neverShown = ['iframe', 'video', 'audio'];

/** Everything that a body may contain; the rest is removed. */
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
  // Elements whose text is not meant for readers.
  strip: [
    ...['script', 'style', 'template', 'noscript', 'svg', 'math', 'title', 'textarea'],
    ...['noembed', 'noframes'],
  ],
  allowComments: false,
  allowDoctypes: false,
};

/** Allow-list for HTML that has been cleaned before: its ids already have the prefix. */
export const allowListAgain: Schema = { ...allowList, clobber: [] };
