import type { Code, Heading, Link, List, ListItem, PhrasingContent, RootContent } from 'mdast';
import type { Block } from '../../base/html/markup.ts';

// Converts a block of prepared HTML (`site/base/html/markup.ts` describes its form) to a Markdown
// tree, much faster than a general HTML parser (`bench/markdown.ts`). For blocks with other markup,
// these functions return undefined, and the parser is used.

/** Converts headings, paragraphs, flat lists and code; undefined if the block has other markup. */
export function simpleBlock({ name, html }: Block): RootContent | undefined {
  if (name === 'pre') return code(html);
  if (name === 'ul' || name === 'ol') return list(html, name === 'ol');
  const [, tag, level, inside] = /^<(p|h([1-6]))(?: id="[^"]*")?>(.*)<\/\1>$/s.exec(html) ?? [];
  const children = simplePhrasing(name === '' ? html : inside);
  if (!children || (name !== '' && !tag)) return undefined;
  if (!level) return { type: 'paragraph', children };
  return { type: 'heading', depth: Number(level) as Heading['depth'], children };
}

const item = /\n*<li>(<p>)?(.*?)(?:<\/p>)?<\/li>\n*/gs;

function list(html: string, ordered: boolean): List | undefined {
  const inside = /^<[uo]l>(.*)<\/[uo]l>$/s.exec(html)?.[1] ?? '';
  const items = [...inside.matchAll(item)];
  if (items.map(([whole]) => whole).join('') !== inside) return undefined;
  const children = items.flatMap(([, paragraph, content]) => listItem(content, !!paragraph));
  if (children.length === 0 || children.length < items.length) return undefined;
  const spread = children.length > 1 && children.some((one) => one.spread);
  return { type: 'list', ordered, start: ordered ? 1 : null, spread, children };
}

/** @param spread whether the item's text is in a paragraph */
function listItem(html: string | undefined, spread: boolean): ListItem | [] {
  const children = simplePhrasing(html);
  if (!children) return [];
  return { type: 'listItem', spread, checked: null, children: [{ type: 'paragraph', children }] };
}

const codeBox =
  /^<pre(?: [a-z-]+="[^"]*")*><code(?: class="language-([\w#+-]+)")?>(.*)<\/code><\/pre>$/s;

function code(html: string): Code | undefined {
  const [, lang = null, inside] = codeBox.exec(html) ?? [];
  // The only markup inside code is the `span` elements for colours.
  const value = decoded(inside?.replace(/<span class="[^"]*">|<\/span>/g, ''));
  if (value === undefined) return undefined;
  return { type: 'code', lang, meta: null, value: value.replace(/\n+$/, '') };
}

interface Open {
  /** The element's tag name; empty for the root. */
  name: string;
  url: string;
  children: PhrasingContent[];
}

/** White space that a parser may remove, depending on the HTML around it. */
const whiteSpace = /^ |[^\S ]| {2}|<\w[^>]*> | <\/| $/;
const part = /<(\/?)(a|code|em|strong)(?: href="([^"]*)")?(?: rel="[^"]*")?>|[^<]+/g;

/** Converts text with emphasis, code and links; undefined if it has other markup. */
function simplePhrasing(html: string | undefined): PhrasingContent[] | undefined {
  return html && !whiteSpace.test(html) ? parsed(html) : undefined;
}

function parsed(html: string): PhrasingContent[] | undefined {
  const open: Open[] = [{ name: '', url: '', children: [] }];
  let seen = 0;
  for (const [whole, slash, name, href = ''] of html.matchAll(part)) {
    seen += whole.length;
    if (name && !slash) open.push({ name, url: decoded(href) ?? '', children: [] });
    const node = name ? slash && closed(open, name) : text(whole);
    if (node === undefined) return undefined;
    if (node) open.at(-1)?.children.push(node);
  }
  return seen === html.length && open.length === 1 ? open[0]?.children : undefined;
}

/**
 * Closes the innermost open element. Returns undefined if the element has another name, or its
 * content is not allowed.
 */
function closed(open: Open[], name: string): PhrasingContent | undefined {
  const { name: opened, url, children } = open.pop() ?? {};
  const [first] = children ?? [];
  if (opened !== name || !children || !first) return undefined;
  if (name === 'code')
    return first.type === 'text' && children.length === 1
      ? { type: 'inlineCode', value: first.value }
      : undefined;
  if (name === 'a') return url ? ({ type: 'link', url, title: null, children } as Link) : undefined;
  const type = name === 'em' ? 'emphasis' : 'strong';
  return { type, children };
}

function text(html: string): PhrasingContent | undefined {
  const value = decoded(html);
  return value === undefined ? undefined : { type: 'text', value };
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const reference = /&(?:#x([2-6][\dA-F]|7[\dA-E])|(amp|lt|gt|quot));/g;

/** Unescapes text; undefined if the text contains markup or uncommon character references. */
function decoded(html: string | undefined): string | undefined {
  if (html === undefined || html.includes('<') || html.includes('\r')) return undefined;
  if (!html.includes('&')) return html;
  if (html.replace(reference, '').includes('&')) return undefined;
  return html.replace(reference, (_, hex: string | undefined, name: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (named[name] ?? ''),
  );
}
