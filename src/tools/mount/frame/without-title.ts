import { textOfHtml } from '../../../site/base/html/sections.ts';

/**
 * Splits a page into its `h1`'s text and the rest. The text of `<small>` in the heading follows a
 * dash. The title is undefined if there is no `h1`.
 */
export function withoutTitle(page: string): { html: string; title: string | undefined } {
  const [heading, inner] = /<h1\b[^>]*>([\s\S]*?)<\/h1>/.exec(page) ?? [];
  if (heading === undefined || inner === undefined) return { html: page, title: undefined };
  // Keeps the space between the title of a list and its content.
  const place = heading.includes('page-title') ? '<div class="page-title"></div>' : '';
  return {
    html: page.replace(heading, () => place),
    title: textOfHtml(inner.replace('<small>', ' – ')).trim(),
  };
}
