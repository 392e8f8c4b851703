import type { ReleaseSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import { type OrderedReleases, orderVersions } from './order-versions.ts';

/** In the place of a slug where releases have no project: no project's slug can be that. */
export const withoutProject = '-';

/** The releases that one upgrades along: those of a project, or those without one. */
export interface UpgradeList extends OrderedReleases<ReleaseSummary> {
  slug: string;
  name: string;
}

/** Every list that holds something, by the projects' names; those without a project last. */
export function upgradeLists(
  releases: readonly ReleaseSummary[],
  { projects, config, strings }: SiteContext,
): UpgradeList[] {
  const { compare } = new Intl.Collator(config.locale, { numeric: true });
  const named = [...projects.values()].sort((a, b) => compare(a.name, b.name));
  const rows = Map.groupBy(releases, ({ project }) =>
    project !== null && projects.has(project) ? project : null,
  );
  return [...named, { id: null, slug: withoutProject, name: strings.upgrade.noProject }].flatMap(
    ({ id, slug, name }) => {
      const found = rows.get(id);
      return found ? [{ slug, name, ...orderVersions(found) }] : [];
    },
  );
}

/** Which of the lists a release is in. */
export function upgradeListOf(
  { project }: Pick<ReleaseSummary, 'project'>,
  { projects }: Pick<SiteContext, 'projects'>,
): string {
  return projects.get(project ?? '')?.slug ?? withoutProject;
}
