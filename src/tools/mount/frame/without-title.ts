import { textOfHtml } from '../../../site/base/html/sections.ts';

/**
 * Separates the text of a page's `h1` from the rest of the page. If the heading contains `<small>`,
 * a dash is put before the text of this element. The title is undefined if the page has no `h1`.
 */
export function withoutTitle(page: string): { html: string; title: string | undefined } {
  const [heading, inner] = /<h1\b[^>]*>([\s\S]*?)<\/h1>/.exec(page) ?? [];
  if (heading === undefined || inner === undefined) return { html: page, title: undefined };
  // An empty element keeps the space between the title and the content of a list.
  const place = heading.includes('page-title') ? '<div class="page-title"></div>' : '';
  return {
    html: page.replace(heading, () => place),
    title: textOfHtml(inner.replace('<small>', ' – ')).trim(),
  };
}
