import type { Link, PhrasingContent } from 'mdast';

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
export function simplePhrasing(html: string | undefined): PhrasingContent[] | undefined {
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
const reference = /&(?:#x([2-7][\dA-F])|(amp|lt|gt|quot));/g;

/** Unescapes text; undefined if the text contains markup or uncommon character references. */
export function decoded(html: string | undefined): string | undefined {
  if (html === undefined || html.includes('<') || html.includes('\r')) return undefined;
  if (!html.includes('&')) return html;
  if (html.replace(reference, '').includes('&')) return undefined;
  return html.replace(reference, (_, hex: string | undefined, name: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (named[name] ?? ''),
  );
}
