import type { BreadcrumbList, ListItem, WithContext } from 'schema-dts';
import type { SiteFrame } from './context.ts';

/** A page in the breadcrumb trail; the current page is the last. */
export interface Crumb {
  name: string;
  /** Path below the base. */
  path: string;
}

/** The breadcrumbs of a page for search engines: a schema.org `BreadcrumbList`, as JSON-LD. */
export function breadcrumbList(
  crumbs: readonly Crumb[],
  { urls }: SiteFrame,
): WithContext<BreadcrumbList> {
  // Types of their own keep TypeScript from comparing the items with each type of schema.org.
  const itemListElement = crumbs.map(
    ({ name, path }, index): ListItem => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: urls.absolute(path),
    }),
  );
  return { '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement };
}
