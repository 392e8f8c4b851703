import type { ReleaseSummary } from '../../model/content/content.ts';
import { type Page, paginate } from '../base/paginate.ts';
import { pagePath, paths } from '../base/urls.ts';
import { newestFirst } from './timeline.ts';

/** Releases on a numbered page. The size of pages with whole releases is independent of it. */
const pageSize = 60;

/** The pages that list every release, each with its path below the base. */
export function listPages(
  releases: Iterable<ReleaseSummary>,
): (Page<ReleaseSummary> & { path: string })[] {
  return paginate(newestFirst(releases), pageSize).map((page) => ({
    ...page,
    path: pagePath(paths.releases(), page.number),
  }));
}
