import type { ReleaseListing } from '../../model/content/content.ts';
import { firstSeen, movedAt } from '../../model/content/release-log.ts';
import { weekOf } from '../../site/base/dates.ts';
import { byName } from '../../site/releases/archive-kinds.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import type { Core } from '../feature.ts';

/** The weeks of one project, or of all releases if `project` is undefined. */
export type Digest = ReturnType<typeof digestsOf>[number];
/** The releases of a week, newest first, and the date of its Monday. */
export type DigestWeek = Digest['weeks'][number];

/**
 * The maximum number of weeks in a feed. The HTML of this many weeks fits into the size limit of
 * feeds, even if escaping makes the HTML four times as long.
 */
const maxWeeks = 26;

/** The digest of all releases, then one for each project that has releases. */
export function digestsOf({
  site,
  releases,
  releaseLog,
  now,
}: Pick<Core, 'site' | 'releases' | 'releaseLog' | 'now'>) {
  const current = weekOf({ at: now.toISOString() }, site);
  // A release that a sync first sees after its release date belongs to the week in which it was
  // first seen. In its project's digest, it belongs to the week in which it moved there.
  const weekOfRelease = (release: ReleaseListing, isOfProject: boolean) => {
    const moved = isOfProject && movedAt(releaseLog, release.id);
    const times = [firstSeen(releaseLog, release.id) ?? '', moved || ''];
    const at = times.sort().at(-1) ?? '';
    return weekOf(at > release.released_at ? { at } : release, site);
  };
  /** Newest first, without weeks that have no releases. */
  const weeksOf = (some: readonly ReleaseListing[], isOfProject: boolean) =>
    [...Map.groupBy(newestFirst(some), (one) => weekOfRelease(one, isOfProject))]
      .map(([week, releases]) => ({ week, releases }))
      .filter(({ week }) => week < current)
      .toSorted((a, b) => (a.week < b.week ? 1 : -1))
      .slice(0, Math.min(site.config.feedItems, maxWeeks));
  const byProject = Map.groupBy(releases, ({ project }) => project);
  const ofProjects = byName(site.projects, site.config).flatMap((project) => {
    const own = byProject.get(project.id);
    return own ? [{ project, weeks: weeksOf(own, true) }] : [];
  });
  return [{ project: undefined, weeks: weeksOf(releases, false) }, ...ofProjects];
}
