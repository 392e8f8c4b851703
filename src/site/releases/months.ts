import type { ReleaseSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import { type Dated, dayOf, type Period, periodName } from '../base/dates.ts';
import type { Page } from '../base/paginate.ts';
import { pagePath } from '../base/urls.ts';

/** A month of a year's archive. */
export type MonthLink = ReturnType<typeof monthLinks>[number];

/**
 * The months that have releases, newest first. Each month links to the page with its newest
 * release.
 * @param pages newest first
 * @param of the path of the list's first page, below the base
 */
export function monthLinks(pages: readonly Page<ReleaseSummary>[], of: string, site: SiteContext) {
  const releases = pages.flatMap(({ number, items }) =>
    items.map((release) => ({ number, release, month: monthOf(release, site) })),
  );
  return [...Map.groupBy(releases, ({ month }) => month)].flatMap(([month, ofMonth]) => {
    const [newest] = ofMonth;
    if (!newest) return [];
    return {
      name: periodName(newest.release, 'month', site),
      /** Number of releases in words, such as "12 releases". */
      count: site.strings.releases(ofMonth.length),
      href: `${site.urls.href(pagePath(of, newest.number))}#${month}`,
    };
  });
}

/** Part of a list. A list that is not divided by month is a single part without an id. */
export interface MonthPart<T> {
  id?: string;
  name?: string;
  items: T[];
}

export type MonthGroup<T> = Required<MonthPart<T>>;

/** Items by month, in their order. @param at an item's date @param period format of a month's name */
export function monthGroups<T>(
  items: readonly T[],
  at: (item: T) => Dated,
  period: Period,
  site: SiteContext,
): MonthGroup<T>[] {
  const months = Map.groupBy(items, (item) => monthOf(at(item), site));
  return [...months].flatMap(([id, [first, ...rest]]) =>
    first === undefined
      ? []
      : [{ id, name: periodName(at(first), period, site), items: [first, ...rest] }],
  );
}

/** The month of a day, such as "2026-09". It is also the id of an element. */
function monthOf(dated: Dated, site: SiteContext): string {
  return dayOf(dated, site).slice(0, -'-dd'.length);
}
