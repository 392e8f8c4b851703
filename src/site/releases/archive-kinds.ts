import type { ColourPair, ReleaseSummary } from '../../model/content/content.ts';
import { type FilterKind, onlyPreReleases } from '../../model/content/filter-kinds.ts';
import type { SiteContext } from '../base/context.ts';
import { periodName, yearOf } from '../base/dates.ts';
import { paths } from '../base/urls.ts';

/** A project, label, type or period that releases share. */
interface Shared {
  /** The value by which releases refer to it: an id, a slug or a year. */
  key: string;
  /** The API's id, if releases do not use it as the key. */
  id?: string | undefined;
  slug: string;
  name: string;
  color?: ColourPair | null;
}

/** A kind of archive, such as the archives of labels. */
interface Kind {
  keys(release: ReleaseSummary, site: Pick<SiteContext, 'config'>): readonly string[];
  /** @param releases by key, newest first */
  all(site: SiteContext, releases: ReadonlyMap<string, ReleaseSummary[]>): Shared[];
  path(slug: string): string;
}

export const archiveKinds: Record<FilterKind, Kind> = {
  project: {
    keys: ({ project }) => (project ? [project] : []),
    all: ({ projects, config }) =>
      byName(projects, config).map(({ id, slug, name }) => ({ key: id, slug, name })),
    path: paths.project,
  },
  label: {
    keys: ({ labels }) => labels,
    all: ({ labels, config }) =>
      byName(labels, config).map(({ id, slug, name, color }) => ({ key: id, slug, name, color })),
    path: paths.label,
  },
  type: {
    keys: ({ changes }) => changes.flatMap(({ type }) => type ?? []),
    all: ({ workspace }) =>
      workspace.change_types.map(({ id, slug, title, color }) => {
        return { key: slug, id, slug, name: title, color };
      }),
    path: paths.type,
  },
  year: {
    keys: (release, site) => [yearOf(release, site)],
    all: (site, releases) =>
      [...releases].map(([year, [newest]]) => {
        const name = newest ? periodName(newest, 'year', site) : year;
        return { key: year, slug: year, name };
      }),
    path: (slug) => paths.year(Number(slug)),
  },
  'pre-release': {
    keys: ({ is_pre_release }) => (is_pre_release ? [onlyPreReleases] : []),
    all: ({ strings }) => [
      { key: onlyPreReleases, slug: onlyPreReleases, name: strings.preReleases },
    ],
    path: paths.preReleases,
  },
};

/** Sorts by name. Numbers in names are compared by value. */
export function byName<T extends { name: string }>(
  all: ReadonlyMap<string, T>,
  { locale }: Pick<SiteContext['config'], 'locale'>,
): T[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return [...all.values()].sort((a, b) => compare(a.name, b.name));
}
