import { limits } from '../../../model/limits.ts';
import { escapeAttribute, escapeText, link } from '../../base/html/escape-html.ts';
import { mapAttributes } from '../../base/html/markup.ts';
import type { Strings } from '../../base/strings/shape.ts';
import type { AttachmentView, ReleaseView } from '../release-view.ts';

// The HTML of feed items, and of what Markdown is made from.

/** HTML of a release: hero, body, changes grouped by type, and attachments. */
export function releaseHtml(view: ReleaseView, strings: Strings): string {
  const changes = view.changes.map(({ type, items }) =>
    section(
      type.name,
      items.map((item) => item.html),
    ),
  );
  const html = heroHtml(view, strings) + view.html + changes.join('');
  return standalone(html + attachmentsHtml(view.attachments, strings), view.href);
}

/** Links and files; an empty text if there are none. */
export function attachmentsHtml(attachments: readonly AttachmentView[], strings: Strings): string {
  const items = attachments.map(({ title, href, detail }) => link(href, title) + bracketed(detail));
  return items.length > 0 ? section(strings.attachments, items) : '';
}

/** Attributes that make scrolling boxes reachable by keyboard, which only a page needs. */
const pageAttributes = new Set(['tabindex', 'role', 'aria-label']);

/** Matches bodies that need changes. Most do not, and this test is much faster than parsing. */
const affected = / (?:href="#|tabindex=|role=|aria-label=)/;

/**
 * Prepares a body for use outside its own page. Relative links, which only point to parts of that
 * page, become absolute. Attributes that only a page needs are removed.
 */
export function standalone(html: string, page: string): string {
  if (!affected.test(html)) return html;
  return mapAttributes(html, ({ name, value, html }) => {
    if (pageAttributes.has(name)) return '';
    return name === 'href' && value.startsWith('#')
      ? ` href="${escapeAttribute(page)}${value}"`
      : html;
  });
}

/**
 * The HTML of an item, or its summary and a link if the HTML is too long for a feed. The result
 * depends only on the item, because feed readers show an item as changed when its HTML changes.
 */
export function boundedHtml(
  html: string,
  { href, description }: { href: string; description: string },
  strings: Strings,
): string {
  if (Buffer.byteLength(html) <= limits.feed.html) return html;
  return `<p>${escapeText(description)}</p><p>${link(href, strings.readOn)}</p>`;
}

function heroHtml({ hero, title }: ReleaseView, strings: Strings): string {
  if (!hero) return '';
  if (hero.type !== 'image')
    return `<p>${link(hero.href, hero.type === 'video' ? strings.watch : strings.picture)}</p>`;
  const { src, width, height } = hero;
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  return `<p><img src="${escapeAttribute(src)}" alt="${escapeAttribute(strings.hero(title))}"${size}></p>`;
}

/** @param items HTML */
function section(title: string, items: readonly string[]): string {
  const list = items.map((item) => `<li>${item}</li>`).join('');
  return `<h2>${escapeText(title)}</h2><ul>${list}</ul>`;
}

function bracketed(detail: string | undefined): string {
  return detail ? ` (${escapeText(detail)})` : '';
}
