import type { ReleaseSummary } from '../../model/content/content.ts';
import { type Page, paginate } from '../base/paginate.ts';
import { pagePath, paths } from '../base/urls.ts';
import { newestFirst } from './timeline.ts';

/** Number of releases on a numbered page. Pages with whole releases have a different size. */
const pageSize = 60;

/** The pages of the list of all releases, each with its path below the base. */
export function listPages(
  releases: Iterable<ReleaseSummary>,
): (Page<ReleaseSummary> & { path: string })[] {
  return paginate(newestFirst(releases), pageSize).map((page) => ({
    ...page,
    path: pagePath(paths.releases(), page.number),
  }));
}
