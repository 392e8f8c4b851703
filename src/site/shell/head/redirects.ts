import type { SiteConfig } from '../../../config/site-config.ts';
import type { Redirects } from '../../../model/content/content.ts';
import { paths, type Urls } from '../../base/urls.ts';

/** An address that moved. Both are paths below the base. */
export interface Moved {
  from: string;
  to: string;
}

/**
 * Old and current addresses of releases, of visible milestones and of the pages of projects, in a
 * stable order.
 * @param pages paths of all pages that can be below a project's folders
 */
export function redirectList(
  { releases, milestones, projects }: Redirects,
  { show }: Pick<SiteConfig, 'show'>,
  pages: readonly string[] = [],
): Moved[] {
  return [
    ...pairs(releases, paths.release),
    ...(show.roadmap ? pairs(milestones, paths.milestone) : []),
    ...movedWithProjects(pages, projects),
  ];
}

/** The old addresses of the given paths that are below the folder of a project that moved. */
export function movedWithProjects(
  all: readonly string[],
  projects: Redirects['projects'],
): Moved[] {
  const folders = Object.entries(projects ?? {}).flatMap(([from, to]) =>
    [paths.project, paths.roadmapProject, paths.upgradeList].map((folder) => {
      return { from: folder(from), to: folder(to) };
    }),
  );
  return folders.flatMap(({ from, to }) =>
    all.flatMap((path) =>
      path.startsWith(to) ? { from: `${from}${path.slice(to.length)}`, to: path } : [],
    ),
  );
}

/** The `_redirects` file of static hosts: one permanent redirect per line. */
export function redirectsFile(redirects: readonly Moved[], urls: Urls): string {
  return redirects.map(({ from, to }) => `${urls.href(from)} ${urls.href(to)} 301\n`).join('');
}

function pairs(slugs: Record<string, string>, path: (slug: string) => string) {
  return Object.entries(slugs).map(([from, to]) => ({ from: path(from), to: path(to) }));
}
