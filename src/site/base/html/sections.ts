// Prepared bodies are written by one serialiser (src/sync/prepare/html/parse/write-html.ts): tags and
// attributes are in lower case, values in double quotes, and every "<" and "&" of a text is
// escaped. So regular expressions can read them. A parser would take longer than rendering the rest
// of a page.
const attributes = '[^">]*(?:"[^"]*"[^">]*)*';
const heading = new RegExp(`<h([2-6])(${attributes})>(.*?)</h\\1>`, 'gs');
const tag = new RegExp(`</?([a-z][a-z0-9]*)${attributes}>`, 'g');
const reference = /&(?:#x([\da-f]+)|#(\d+)|amp);/gi;

/**
 * Matches white space that must be normalised. Single spaces, by far the most common, do not match,
 * which saves time.
 */
const unevenSpace = / \s+|[^\S ]\s*/g;

/** Tags that do not separate words. */
const inline = new Set(
  'a abbr b cite code del dfn em i ins kbd mark q s samp span strong sub sup time u var'.split(' '),
);

/** Splits a prepared body at headings of all levels. The first section is the text before any heading. */
export function sections(html: string) {
  const headings = [...html.matchAll(heading)];
  const start = {
    heading: '',
    level: 0,
    anchor: undefined,
    text: textOfHtml(html.slice(0, headings[0]?.index)),
  };
  const headed = headings.map(({ 0: whole, 1: level, 2: given = '', 3: inner = '', index }, n) => ({
    heading: textOfHtml(inner),
    level: Number(level),
    /** The heading's id, if it has one. */
    anchor: idIn(given),
    text: textOfHtml(html.slice(index + whole.length, headings[n + 1]?.index)),
  }));
  return [start, ...headed];
}

/** The text of prepared HTML, on one line. */
export function textOfHtml(html: string): string {
  const text = html.replace(tag, (_, name: string) => (inline.has(name) ? '' : ' '));
  return decodeReferences(text).replace(unevenSpace, ' ').trim();
}

function idIn(given: string): string | undefined {
  const id = /\sid="([^"]*)"/.exec(given)?.[1];
  return id && decodeReferences(id);
}

/** Replaces numeric references and the named ones of XML, as in the values of attributes. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  // Ampersands are last, because they could begin another reference. The others are many times as
  // fast without a function.
  const rest = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
  return rest.replace(reference, (_, hex?: string, decimal?: string) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal ? String.fromCodePoint(Number(decimal)) : '&';
  });
}
