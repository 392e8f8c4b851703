import type { ProjectEntry, ReleaseListing } from '../../model/content/content.ts';
import { firstSeen } from '../../model/content/release-log.ts';
import { byName } from '../../site/releases/archive-kinds.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import type { Core } from '../feature.ts';
import { weekOf } from './weeks.ts';

/** The weeks of a project, or of all releases. */
export interface Digest {
  project: ProjectEntry | undefined;
  /** Newest first; a week without releases is left out. */
  weeks: DigestWeek[];
}

export interface DigestWeek {
  /** The date of its Monday. */
  week: string;
  /** Newest first. */
  releases: ReleaseListing[];
}

/** This many weeks fit into a feed, even though escapes make HTML up to four times as long. */
const maxWeeks = 26;

/** The digest of all releases, then one for each project that has releases. */
export function digestsOf({
  site,
  releases,
  releaseLog,
  now,
}: Pick<Core, 'site' | 'releases' | 'releaseLog' | 'now'>): Digest[] {
  const current = weekOf(now.toISOString(), site);
  // A release that arrives late is in the digest of the week in which it arrived.
  const weekOfRelease = ({ id, released_at }: ReleaseListing) => {
    const seen = firstSeen(releaseLog, id) ?? '';
    return weekOf(seen > released_at ? seen : released_at, site);
  };
  const weeksOf = (some: readonly ReleaseListing[]) =>
    [...Map.groupBy(newestFirst(some), weekOfRelease)]
      .map(([week, releases]) => ({ week, releases }))
      .filter(({ week }) => week < current)
      .toSorted((a, b) => (a.week < b.week ? 1 : -1))
      .slice(0, Math.min(site.config.feedItems, maxWeeks));
  const byProject = Map.groupBy(releases, ({ project }) => project);
  const ofProjects = byName(site.projects, site.config).flatMap((project) => {
    const own = byProject.get(project.id);
    return own ? [{ project, weeks: weeksOf(own) }] : [];
  });
  return [{ project: undefined, weeks: weeksOf(releases) }, ...ofProjects];
}
