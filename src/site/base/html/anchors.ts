import { escapeQuotes } from './escape-html.ts';
import {
  attributesOf,
  depthOfLink,
  mapAttributes,
  type Tag,
  tagsOf,
  withoutTags,
} from './markup.ts';

const heading = /^h[1-6]$/;

/**
 * Adds a permalink beside each heading with an id. Headings inside a link or a `summary` get no
 * permalink, because neither may contain another link.
 * @param label accessible name of the link, from the heading's text
 */
export function linkHeadings(html: string, label: (text: string) => string): string {
  let from = 0;
  const linked = linkable(html).map(({ id, start, end }) => {
    const text = escapeQuotes(withoutTags(html.slice(start.end, end.start)));
    const link = `<a class="anchor" href="#${id}" aria-label="${label(text)}"></a>`;
    const before = html.slice(from, start.start);
    from = end.end;
    return `${before}<div class="headed">${html.slice(start.start, end.end)}${link}</div>`;
  });
  return linked.join('') + html.slice(from);
}

function linkable(html: string): { id: string; start: Tag; end: Tag }[] {
  const found: ReturnType<typeof linkable> = [];
  let around = 0;
  let start: Tag | undefined;
  for (const tag of tagsOf(html)) {
    if (!heading.test(tag.name)) around += depthOfLink(tag);
    else if (!tag.isEnd) start = around === 0 ? tag : undefined;
    else if (start) found.push({ id: idOf(start), start, end: tag });
  }
  return found.filter(({ id }) => id !== '');
}

/**
 * Prepares a body for a page with several entries. Removes ids, which may occur in several bodies,
 * and changes links to these ids into links to the entry's own page.
 */
export function withoutAnchors(html: string, page: string): string {
  return mapAttributes(html, ({ name, value, html }) => {
    if (name === 'id') return '';
    return name === 'href' && value.startsWith('#') ? ` href="${page}${value}"` : html;
  });
}

function idOf({ attributes }: Tag): string {
  return attributesOf(attributes).find(({ name }) => name === 'id')?.value ?? '';
}
