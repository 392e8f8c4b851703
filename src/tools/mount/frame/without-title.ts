import { textOfHtml } from '../../../site/base/html/sections.ts';

/**
 * Removes the `h1` from a page and returns its text as `title`, which is undefined if there is no
 * `h1`. A dash is put before the text of a `<small>` in the heading.
 */
export function withoutTitle(page: string): { html: string; title: string | undefined } {
  const [heading, inner] = /<h1\b[^>]*>([\s\S]*?)<\/h1>/.exec(page) ?? [];
  if (heading === undefined || inner === undefined) return { html: page, title: undefined };
  // On pages with a list, an empty element replaces the heading to keep the space below the title.
  const place = heading.includes('page-title') ? '<div class="page-title"></div>' : '';
  return {
    html: page.replace(heading, () => place),
    title: textOfHtml(inner.replace('<small>', ' – ')).trim(),
  };
}
