import type { Code, Heading, List, ListItem, RootContent } from 'mdast';
import type { Block } from '../../base/html/markup.ts';
import { decoded, simplePhrasing } from './simple-phrasing.ts';

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
