import type { ReleaseSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { yearOf } from '../../site/base/dates.ts';
import { paths } from '../../site/base/urls.ts';

/** A value of a filter, with the address of the archive for that value. */
interface Facet {
  slug: string;
  name: string;
  href: string;
}

/** Values of each filter. Years are newest first. */
export interface SearchFacets {
  year: Facet[];
  project: Facet[];
  type: Facet[];
  label: Facet[];
}

/** Collects the filter values that at least one release has. */
export function searchFacets(releases: readonly ReleaseSummary[], site: SiteContext): SearchFacets {
  const { config, urls, workspace, projects, labels } = site;
  const { compare } = new Intl.Collator(config.locale, { numeric: true });
  const facet = (slug: string, name: string, path: string): Facet => ({
    slug,
    name,
    href: urls.href(path),
  });
  const named = (
    ids: readonly (string | null)[],
    table: typeof projects,
    path: typeof paths.label,
  ) =>
    [...new Set(ids)]
      .flatMap((id) => table.get(id ?? '') ?? [])
      .map(({ slug, name }) => facet(slug, name, path(slug)))
      .toSorted((a, b) => compare(a.name, b.name));
  const ids = {
    project: releases.map(({ project }) => project),
    label: releases.flatMap((one) => one.labels),
  };
  const years = new Set(releases.map(({ released_at }) => Number(yearOf(released_at, site))));
  return {
    year: [...years]
      .toSorted((a, b) => b - a)
      .map((year) => facet(String(year), String(year), paths.year(year))),
    project: named(ids.project, projects, paths.project),
    type: workspace.change_types.map(({ slug, title }) => facet(slug, title, paths.type(slug))),
    label: named(ids.label, labels, paths.label),
  };
}
