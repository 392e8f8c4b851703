import type { Schema } from 'hast-util-sanitize';

const cells = ['align', 'colSpan', 'rowSpan'];

/** What may stand in a body. Whatever is not named here is gone. */
export const allowList: Schema = {
  tagNames: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'div', 'span'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'details', 'summary', 'figure', 'figcaption'],
    ...['pre', 'code', 'kbd', 'samp', 'var', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins'],
    ...['mark', 'small', 'sub', 'sup', 'abbr', 'cite', 'q', 'dfn', 'time', 'a', 'img'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  attributes: {
    a: ['href', 'title'],
    abbr: ['title'],
    code: [['className', /^language-[\w+#-]+$/]],
    img: ['src', 'alt', 'title'],
    ol: ['start', 'reversed'],
    time: ['dateTime'],
    td: cells,
    th: [...cells, 'scope'],
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
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  // An id of a body must not take the place of one of the page's own.
  clobber: ['id'],
  clobberPrefix: 'n-',
  // Their text is no text for readers.
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'math', 'title', 'textarea'],
  allowComments: false,
  allowDoctypes: false,
};
