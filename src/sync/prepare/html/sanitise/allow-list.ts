import type { Schema } from 'hast-util-sanitize';
import { alertClass, alertKinds } from '../../../../model/content/content.ts';

const cells = ['align', 'colSpan', 'rowSpan'];

/** Matches the class of a code block in a language, such as `language-ts` or `lang-ts`. */
export const languageClass = /^lang(?:uage)?-[\w+#-]+$/;

/** The classes of alerts. */
export const alertClasses = alertKinds.map(alertClass);

export const headerScope = /^(?:col|row)(?:group)?$/;

/** Schemes of addresses that readers may follow. */
export const linkSchemes = ['http', 'https', 'mailto'];

/** Prefix of all ids in bodies, so that they cannot equal an id of the page around them. */
export const idPrefix = 'n-';

/** Elements that pass the allow-list but are replaced with links later. */
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
    blockquote: [['className', ...alertClasses]],
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
  // Elements that are removed together with their text.
  strip: [
    ...['script', 'style', 'template', 'noscript', 'svg', 'math', 'title', 'textarea'],
    ...['noembed', 'noframes'],
  ],
  allowComments: false,
  allowDoctypes: false,
};

/**
 * Allow-list for HTML that has been cleaned before. It adds no prefix to ids, because they have
 * one.
 */
export const allowListAgain: Schema = { ...allowList, clobber: [] };
