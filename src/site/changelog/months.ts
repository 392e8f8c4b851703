import type { ReleaseSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import { dayOf, periodName } from '../base/dates.ts';
import type { Page } from '../base/paginate.ts';
import { pagePath } from '../base/urls.ts';

/** A month of a year's archive. */
export interface MonthLink {
  name: string;
  /** Such as "12 releases". */
  count: string;
  href: string;
}

/**
 * The months in which something was released, newest first, each leading to where it begins: the
 * page with its newest release.
 * @param pages newest first @param of where their list begins, as a path below the base
 */
export function monthLinks(
  pages: readonly Page<ReleaseSummary>[],
  of: string,
  site: SiteContext,
): MonthLink[] {
  const found = pages.flatMap(({ number, items }) =>
    items.map(({ released_at }) => ({ number, released_at, month: monthOf(released_at, site) })),
  );
  return [...Map.groupBy(found, ({ month }) => month)].flatMap(([month, releases]) => {
    const [newest] = releases;
    if (!newest) return [];
    return {
      name: periodName(newest.released_at, 'month', site),
      count: site.strings.releases(releases.length),
      href: `${site.urls.href(pagePath(of, newest.number))}#${month}`,
    };
  });
}

/** Entries of a list that stand under one anchor; undefined where the list needs none. */
export interface MonthPart<T> {
  id: string | undefined;
  name: string | undefined;
  items: T[];
}

/** A page's releases by month, in their order. */
export function monthParts(
  releases: readonly ReleaseSummary[],
  site: SiteContext,
): MonthPart<ReleaseSummary>[] {
  const months = Map.groupBy(releases, ({ released_at }) => monthOf(released_at, site));
  return [...months].map(([id, items]) => ({
    id,
    name: items[0] && periodName(items[0].released_at, 'month', site),
    items,
  }));
}

/** Such as "2026-09"; usable as an element's id. */
function monthOf(iso: string, site: SiteContext): string {
  return dayOf(iso, site).slice(0, -'-dd'.length);
}
