import type { ReleaseSummary } from '../../model/content/content.ts';
import { type SiteContext, siteName } from '../../site/base/context.ts';
import { paths } from '../../site/base/urls.ts';
import { type OrderedReleases, orderVersions } from './order-versions.ts';
import { type UpgradeState, upgradeQuery } from './upgrade-state.ts';

/** In the place of a slug where releases have no project: no project's slug can be that. */
const withoutProject = '-';

/** The releases that one upgrades along: those of a project, or those without one. */
export interface UpgradeList extends OrderedReleases<ReleaseSummary> {
  /** The project's id; null for the releases without one. */
  project: string | null;
  slug: string;
  name: string;
}

/** Every list that holds something, by the projects' names; those without a project last. */
export function upgradeLists(
  releases: readonly ReleaseSummary[],
  site: SiteContext,
): UpgradeList[] {
  const { projects, config, strings } = site;
  const { compare } = new Intl.Collator(config.locale, { numeric: true });
  const named = [...projects.values()].sort((a, b) => compare(a.name, b.name));
  const rows = Map.groupBy(releases, (one) => upgradeListOf(one, { projects }));
  // Where no release has a project, the site is the project.
  const isOnly = [...rows.keys()].every((slug) => slug === withoutProject);
  const rest = isOnly ? siteName(site) : strings.upgrade.noProject;
  return [...named, { id: null, slug: withoutProject, name: rest }].flatMap(
    ({ id, slug, name }) => {
      const found = rows.get(slug);
      return found ? [{ project: id, slug, name, ...orderVersions(found) }] : [];
    },
  );
}

/** The slug of the list that a release is in. */
export function upgradeListOf(
  { project }: Pick<ReleaseSummary, 'project'>,
  { projects }: Pick<SiteContext, 'projects'>,
): string {
  return projects.get(project ?? '')?.slug ?? withoutProject;
}

/** Where upgrades are planned, of a project or between versions of it as far as they are named. */
export function plannerAddress(
  asked: Partial<UpgradeState>,
  { urls }: Pick<SiteContext, 'urls'>,
): string {
  const { project = '', from = '', to = '' } = asked;
  return urls.href(paths.upgrade()) + upgradeQuery({ project, from, to });
}

/** Where an upgrade from a release is planned, as an address on the site's own pages. */
export function upgradeAddress(
  release: Pick<ReleaseSummary, 'project' | 'version' | 'slug'>,
  site: Pick<SiteContext, 'projects' | 'urls'>,
): string {
  const from = release.version?.trim() || release.slug;
  return plannerAddress({ project: upgradeListOf(release, site), from }, site);
}
