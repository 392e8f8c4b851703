import { type FilterGroup, filterGroups, withOwnOption } from '../../features/filters/filters.ts';
import type { SiteFrame } from '../../site/base/context.ts';
import type { Archive } from '../../site/releases/archives.ts';

export type FilterGroups = readonly FilterGroup[];

export function changelogFilters(archives: readonly Archive[], site: SiteFrame): FilterGroups {
  return filterGroups(archives, site, { counted: true });
}

/** The filters on the first page of an archive. */
export function archiveFilters(
  archives: readonly Archive[],
  site: SiteFrame,
): (archive: Archive) => FilterGroups {
  const common = filterGroups(archives, site, { counted: false });
  return (archive) => withOwnOption(common, archive, site);
}
