import type { ReleaseSummary } from '../../model/content/content.ts';
import { type SiteContext, siteName } from '../../site/base/context.ts';
import { displayName } from '../../site/base/release-name.ts';
import { paths } from '../../site/base/urls.ts';
import { byName } from '../../site/releases/archive-kinds.ts';
import { type OrderedReleases, orderVersions } from './order-versions.ts';
import { type UpgradeState, upgradeQuery } from './upgrade-state.ts';

/** Slug of the list of all releases that have no project. No project can have this slug. */
const withoutProject = '-';

/**
 * A list of versions: the releases of one project in order, or all releases that have no project.
 */
export interface UpgradeList extends OrderedReleases<ReleaseSummary> {
  /** The project's id; null in the list for releases without a project. */
  project: string | null;
  slug: string;
  name: string;
}

/**
 * All lists that have releases, sorted by project name. Titles omit the project. The list of releases without a project is
 * last.
 */
export function upgradeLists(
  releases: readonly ReleaseSummary[],
  site: SiteContext,
): UpgradeList[] {
  const { projects, config, strings } = site;
  const named = byName(projects, config);
  const rows = Map.groupBy(releases, (one) => upgradeListOf(one, { projects }));
  // If no release has a project, the list is named after the site.
  const isOnly = [...rows.keys()].every((slug) => slug === withoutProject);
  const rest = isOnly ? siteName(site) : strings.upgrade.noProject;
  return [...named, { id: null, slug: withoutProject, name: rest }].flatMap(
    ({ id, slug, name }) => {
      const found = rows.get(slug)?.map((one) => {
        return { ...one, title: displayName(one, site, false).title };
      });
      return found ? [{ project: id, slug, name, ...orderVersions(found) }] : [];
    },
  );
}

/** The slug of the list that contains a release. */
export function upgradeListOf(
  { project }: Pick<ReleaseSummary, 'project'>,
  { projects }: Pick<SiteContext, 'projects'>,
): string {
  return projects.get(project ?? '')?.slug ?? withoutProject;
}

/** Address of the planner, with the given project and versions already chosen. */
export function plannerAddress(
  state: Partial<UpgradeState>,
  { urls }: Pick<SiteContext, 'urls'>,
): string {
  const { project = '', from = '', to = '' } = state;
  return urls.href(paths.upgrade()) + upgradeQuery({ project, from, to });
}

/** Address of the planner, with this release chosen as the version to upgrade from. */
export function upgradeAddress(
  release: Pick<ReleaseSummary, 'project' | 'version' | 'slug'>,
  site: Pick<SiteContext, 'projects' | 'urls'>,
): string {
  const from = release.version?.trim() || release.slug;
  return plannerAddress({ project: upgradeListOf(release, site), from }, site);
}
