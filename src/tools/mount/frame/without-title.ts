import { textOfHtml } from '../../../site/base/html/sections.ts';

/**
 * A page without its one heading of the first level, and what that says; what stands small in it
 * comes behind a dash. Of a page that has none the title is undefined.
 */
export function withoutTitle(page: string): { html: string; title: string | undefined } {
  const [heading, inner] = /<h1\b[^>]*>([\s\S]*?)<\/h1>/.exec(page) ?? [];
  if (heading === undefined || inner === undefined) return { html: page, title: undefined };
  // What follows the title of a list keeps its distance from what stands above.
  const place = heading.includes('page-title') ? '<div class="page-title"></div>' : '';
  return {
    html: page.replace(heading, () => place),
    title: textOfHtml(inner.replace('<small>', ' – ')).trim(),
  };
}
