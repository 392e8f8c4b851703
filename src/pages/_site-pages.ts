import type { MilestoneSummary, ReleaseSummary } from '../model/content/content.ts';
import type { SiteContext } from '../site/base/context.ts';
import { yearOf } from '../site/base/dates.ts';
import { changedAt, latest } from '../site/base/newest.ts';
import { pagePath, paths } from '../site/base/urls.ts';
import type { SitePage } from '../site/feeds/formats/sitemap.ts';
import { type Archive, archivePages } from '../site/releases/archives.ts';
import { listPages } from '../site/releases/release-list.ts';
import { timeline } from '../site/releases/timeline.ts';
import { roadmapPages } from '../site/roadmap/roadmap-pages.ts';

/**
 * Every page for readers and crawlers, in the order of the sitemap. Empty archives are left out.
 */
export function sitePages(
  releases: readonly ReleaseSummary[],
  milestones: readonly MilestoneSummary[],
  archives: readonly Archive[],
  site: SiteContext,
  ofFeatures: readonly SitePage[] = [],
): SitePage[] {
  const { pageSize } = site.config;
  const changelog = timeline(releases, pageSize).map(({ number, items, pinned }) => ({
    path: pagePath(paths.home(), number),
    lastModified: latest([...pinned, ...items].map(changedAt)),
  }));
  const listed = releases.length === 0 ? [] : listPages(releases);
  const archived = archives
    .filter((archive) => archive.releases.length > 0)
    .flatMap((archive) => archivePages(archive, pageSize));
  const lists = [...listed, ...archived].map(({ path, items }) => ({
    path,
    lastModified: latest(items.map(changedAt)),
  }));
  return [
    ...changelog,
    ...lists,
    ...releases.map((one) => ({
      path: paths.release(one.slug),
      year: yearOf(one, site),
      lastModified: changedAt(one),
    })),
    ...roadmap(milestones, site),
    ...ofFeatures,
    { path: paths.subscribe(), lastModified: undefined },
  ];
}

/**
 * Divides pages into sitemap files. Releases are divided by year. Thus a new release changes only the
 * sitemap of its year, and no sitemap nears the protocol's limit of 50,000 pages.
 */
export function sitemaps(pages: readonly SitePage[]) {
  const byPath = Map.groupBy(pages, ({ year }) => paths.sitemap(year));
  return Array.from(byPath, ([path, named]) => ({
    path,
    lastModified: latest(named.map(({ lastModified }) => lastModified)),
    pages: named,
  }));
}

/**
 * The board pages of the roadmap and the milestones' pages. Other views of the roadmap are left
 * out, because they repeat the boards.
 */
function roadmap(milestones: readonly MilestoneSummary[], site: SiteContext): SitePage[] {
  const movedAt = ({ updated_at }: MilestoneSummary) => updated_at ?? undefined;
  const boards = roadmapPages(milestones, site).filter(({ view }) => view === 'board');
  if (boards.length === 0) return [];
  return [
    ...boards.map((board) => ({
      path: board.path,
      lastModified: latest(board.milestones.map(movedAt)),
    })),
    ...milestones.map((one) => ({ path: paths.milestone(one.slug), lastModified: movedAt(one) })),
  ];
}
