import type { ReleaseSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import { yearOf } from '../base/dates.ts';
import { paginate } from '../base/paginate.ts';
import { pagePath, paths } from '../base/urls.ts';
import type { Moved } from '../shell/head/redirects.ts';
import { newestFirst } from './timeline.ts';

/**
 * Redirects from pages of years that a site had while the moment of a release decided on its year,
 * and that it lacks now that the written day decides.
 */
export function movedYears(releases: Iterable<ReleaseSummary>, site: SiteContext): Moved[] {
  const sorted = newestFirst(releases);
  if (!sorted.some(({ released_on }) => released_on)) return [];
  const pagesBy = (year: (release: ReleaseSummary) => string) =>
    [...Map.groupBy(sorted, year)].flatMap(([year, items]) =>
      paginate(items, site.config.pageSize).map((page) => ({
        path: pagePath(paths.year(Number(year)), page.number),
        items: page.items,
      })),
    );
  const current = new Set(pagesBy((one) => yearOf(one, site)).map(({ path }) => path));
  return pagesBy(({ released_at: at }) => yearOf({ at }, site)).flatMap(
    ({ path, items: [newest] }) =>
      current.has(path) || !newest
        ? []
        : [{ from: path, to: paths.year(Number(yearOf(newest, site))) }],
  );
}
