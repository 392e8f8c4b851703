// Prepared bodies are written by one serialiser (src/sync/prepare/html/parse/write-html.ts): tags and
// attributes are in lower case, values in double quotes, every element is closed, and every "<" of
// a text and every quote of a value is escaped. So code can change bodies without a parser, which
// would take longer than rendering the rest of a page.

/** A start or end tag in the HTML. */
export type Tag = ReturnType<typeof tagsOf>[number];
export type Attribute = ReturnType<typeof attributesOf>[number];

/** A top-level block of a body: a block element, or a run of text and inline elements. */
export interface Block {
  /** Tag name of the element; empty for a run of text. */
  name: string;
  html: string;
}

const tag = /<(\/?)([a-z][a-z0-9]*)((?:[^">]|"[^"]*")*)>/g;
const attribute = /\s([^\s"=]+)(?:="([^"]*)")?/g;
const empty = new Set(['br', 'hr', 'img']);
const block = /^(?:h[1-6]|p|div|blockquote|pre|[uod]l|table|details|figure|hr)$/;

export function tagsOf(html: string) {
  return Array.from(
    html.matchAll(tag),
    ({ 0: whole, 1: slash, 2: name = '', 3: given, index }) => ({
      name,
      isEnd: slash === '/',
      /** Source text of the attributes, including the space before each. */
      attributes: given ?? '',
      start: index,
      end: index + whole.length,
    }),
  );
}

/**
 * 1 if a tag opens a link or `summary`, -1 if it closes one, otherwise 0. Neither element can
 * contain another link.
 */
export function depthOfLink({ name, isEnd }: Pick<Tag, 'name' | 'isEnd'>): number {
  if (name !== 'a' && name !== 'summary') return 0;
  return isEnd ? -1 : 1;
}

/** Splits a body into its blocks. Their HTML, joined in order, is the body. */
export function blocksOf(html: string): Block[] {
  const blocks: Block[] = [];
  let [start, depth] = [0, 0];
  const close = (end: number, name: string) => {
    if (end > start) blocks.push({ name, html: html.slice(start, end) });
    start = end;
  };
  for (const one of tagsOf(html)) {
    const isBlock = block.test(one.name);
    if (depth === 0 && isBlock) close(one.start, '');
    if (!empty.has(one.name)) depth += one.isEnd ? -1 : 1;
    if (depth === 0 && isBlock) close(one.end, one.name);
  }
  close(html.length, '');
  return blocks;
}

/**
 * Splits a list into its parts, which are the whole list if joined in order. Each item includes the
 * white space before it. Undefined for other blocks. Also undefined for a reversed list
 * without `start`, because its numbers would change if items were removed.
 */
export function itemsOf({ name, html }: Block) {
  const tags = tagsOf(html);
  const first = tags[0];
  if (!/^[uo]l$/.test(name) || !first) return undefined;
  if (/ reversed/.test(first.attributes) && !/ start=/.test(first.attributes)) return undefined;
  const items: string[] = [];
  let [from, depth] = [first.end, 0];
  for (const one of tags) {
    if (!empty.has(one.name)) depth += one.isEnd ? -1 : 1;
    if (depth !== 1 || !one.isEnd || one.name !== 'li') continue;
    items.push(html.slice(from, one.end));
    from = one.end;
  }
  return { start: html.slice(0, first.end), items, end: html.slice(from) };
}

/** Replaces each attribute with the result of `write`, which must begin with a space. */
export function mapAttributes(html: string, write: (attribute: Attribute) => string): string {
  return html.replace(tag, (whole: string, slash: string, name: string, attributes: string) =>
    attributes === '' ? whole : `<${slash}${name}${attributesOf(attributes).map(write).join('')}>`,
  );
}

export function attributesOf(attributes: string) {
  return Array.from(attributes.matchAll(attribute), ([html, name = '', value = '']) => ({
    name,
    /** Escaped, without quotes. */
    value,
    /** Source text of the attribute, including the space before it. */
    html,
  }));
}

/** Removes all tags. The remaining text is still escaped. */
export function withoutTags(html: string): string {
  return html.replace(tag, '');
}
