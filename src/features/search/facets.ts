import type { SiteFrame } from '../../site/base/context.ts';
import type { Archive } from '../../site/releases/archives.ts';

export type SearchFacets = ReturnType<typeof searchFacets>;

/**
 * Values of each filter, with the address of the archive for that value: all types, and the years,
 * projects and labels of releases. Years are newest first.
 */
export function searchFacets(archives: readonly Archive[], { urls }: Pick<SiteFrame, 'urls'>) {
  const valuesOf = (kind: Archive['kind']) =>
    archives
      .filter((one) => one.kind === kind && (kind === 'type' || one.releases.length > 0))
      .map(({ slug, name, path }) => ({
        slug,
        name: kind === 'year' ? slug : name,
        href: urls.href(path),
      }));
  return {
    year: valuesOf('year'),
    project: valuesOf('project'),
    type: valuesOf('type'),
    label: valuesOf('label'),
  };
}
