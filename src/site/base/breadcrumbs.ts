import type { BreadcrumbList, WithContext } from 'schema-dts';
import type { SiteFrame } from './context.ts';

/** A page on the way to the one that is shown, which is the last. */
export interface Crumb {
  name: string;
  /** As a path below the base. */
  path: string;
}

/** The way to a page for search engines: a schema.org `BreadcrumbList`, as JSON-LD. */
export function breadcrumbList(
  crumbs: readonly Crumb[],
  { urls }: SiteFrame,
): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: urls.absolute(path),
    })),
  };
}
