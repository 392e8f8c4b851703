import { escapeQuotes } from './escape-html.ts';
import { attributesOf, mapAttributes, type Tag, tagsOf, withoutTags } from './markup.ts';

// Takes a prepared body; gives it with the links into a page that the page it stands on needs.

const heading = /^h[1-6]$/;

/**
 * Puts a link to itself beside every heading that has an id, for readers to share. Not in a link or
 * the summary of a box that opens: neither can hold another link.
 * @param label what the link is called for readers who hear it, by the heading's text
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

/** Headings by their two tags. */
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

function depthOfLink({ name, isEnd }: Tag): number {
  if (name !== 'a' && name !== 'summary') return 0;
  return isEnd ? -1 : 1;
}

/**
 * A body among those of other entries: without ids, of which a page must have each once,
 * and with its links to them leading to the entry's own page.
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
