import type { ReleaseSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { yearOf } from '../../site/base/dates.ts';
import { paths } from '../../site/base/urls.ts';

/** Something that a search can be narrowed to, with the address of its archive. */
interface Facet {
  slug: string;
  name: string;
  href: string;
}

/** What there is to narrow a search to; years newest first. */
export interface SearchFacets {
  year: Facet[];
  project: Facet[];
  type: Facet[];
  label: Facet[];
}

/** Only what a release has: a filter that finds nothing helps nobody. */
export function searchFacets(releases: readonly ReleaseSummary[], site: SiteContext): SearchFacets {
  const { urls, workspace } = site;
  const years = new Set(releases.map(({ released_at }) => yearOf(released_at, site)));
  const facet = (slug: string, name: string, path: string): Facet => ({
    slug,
    name,
    href: urls.href(path),
  });
  return {
    year: [...years]
      .toSorted((a, b) => Number(b) - Number(a))
      .map((year) => facet(year, year, paths.year(Number(year)))),
    project: byName(
      site.projects,
      releases.map(({ project }) => project),
      site,
    ).map(({ slug, name }) => facet(slug, name, paths.project(slug))),
    type: workspace.change_types.map(({ slug, title }) => facet(slug, title, paths.type(slug))),
    label: byName(
      site.labels,
      releases.flatMap(({ labels }) => labels),
      site,
    ).map(({ slug, name }) => facet(slug, name, paths.label(slug))),
  };
}

function byName<T extends { name: string }>(
  table: ReadonlyMap<string, T>,
  ids: readonly (string | null)[],
  { config }: SiteContext,
): T[] {
  const { compare } = new Intl.Collator(config.locale, { numeric: true });
  const rows = [...new Set(ids)].flatMap((id) => table.get(id ?? '') ?? []);
  return rows.toSorted((a, b) => compare(a.name, b.name));
}
