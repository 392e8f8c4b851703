import type { ReleaseEntry, ReleaseSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { paths } from '../../site/base/urls.ts';
import { writeJson } from '../../site/feeds/formats/json.ts';
import { documentHead } from '../../site/releases/feeds/machine-readable.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import type { Changelog, Latest } from './program-models.ts';
import { publicHead, publicRelease } from './public-release.ts';

/**
 * `/changelog.json` or one of its archives.
 * @param older name of the archive with the next older releases
 */
export function changelogJson(
  releases: readonly ReleaseEntry[],
  older: string | undefined,
  site: SiteContext,
): string {
  return writeJson({
    ...documentHead('changelog', site),
    older: older === undefined ? null : site.urls.absolute(paths.changelogJson(older)),
    releases: releases.map((one) => publicRelease(one, site)),
  } satisfies Changelog);
}

/** `/latest.json`: the newest of all releases, and of each project that has releases. */
export function latestJson(releases: Iterable<ReleaseSummary>, site: SiteContext): string {
  const sorted = newestFirst(releases);
  const byProject = Map.groupBy(sorted, ({ project }) => project);
  const projects = [...site.projects.values()].flatMap((project) => {
    const own = byProject.get(project.id);
    return own ? [{ project, ...newest(own, site) }] : [];
  });
  return writeJson({
    ...documentHead('latest', site),
    ...newest(sorted, site),
    projects,
  } satisfies Latest);
}

function newest(sorted: readonly ReleaseSummary[], site: SiteContext) {
  const find = (isPreRelease: boolean) => {
    const release = sorted.find(({ is_pre_release }) => is_pre_release === isPreRelease);
    return release ? publicHead(release, site) : null;
  };
  return { stable: find(false), pre_release: find(true) };
}
