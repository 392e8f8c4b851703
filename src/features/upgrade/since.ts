import type { ReleaseEntry, ReleaseListing, ReleaseSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { upgradeRelease } from './upgrade-changes.ts';
import { type UpgradeView, upgradeView } from './upgrade-view.ts';

// What came since a version, for readers without JavaScript. A page is filled from the version
// onwards, and then leads on: once it is full, no later release changes it.

/** How many of a list's newest stable versions have a page. */
export const mostVersions = 50;

/** What a page shows at most, but always one release. */
export const mostSince = { releases: 20, changes: 200 } as const;

/** A release with the number of items in its text, where that is known. */
type SizedRelease = ReleaseSummary & Partial<Pick<ReleaseListing, 'textItems'>>;

/** The page of a version: what came after it. */
export interface SincePage {
  release: SizedRelease;
  /** Newest first; the first of these leads on where there is more. */
  shown: SizedRelease[];
  hasMore: boolean;
}

/** The newest stable versions of a list, each with what came after it. @param releases newest first */
export function sincePages(releases: readonly SizedRelease[]): SincePage[] {
  const stable = releases.filter(({ is_pre_release }) => !is_pre_release);
  return stable.slice(0, mostVersions).map((release, place) => {
    const since = stable.slice(0, place);
    const shown = fitting(since);
    return { release, shown, hasMore: shown.length < since.length };
  });
}

/** What a page shows of the releases on it; of one with too many changes the first. */
export function sinceView(
  entries: readonly ReleaseEntry[],
  site: SiteContext,
): UpgradeView & { isCut: boolean } {
  const whole = entries.map((entry) => upgradeRelease(entry, site));
  const releases = whole.map((one) => ({
    ...one,
    changes: one.changes.slice(0, mostSince.changes),
  }));
  const isCut = whole.some(({ changes }) => changes.length > mostSince.changes);
  return { ...upgradeView(releases), isCut };
}

/** The oldest of them, as many as a page shows. */
function fitting(since: readonly SizedRelease[]): SizedRelease[] {
  let changes = 0;
  let count = 0;
  for (const release of since.toReversed()) {
    changes += release.changes.length + (release.textItems ?? 0);
    if (count > 0 && (changes > mostSince.changes || count === mostSince.releases)) break;
    count += 1;
  }
  return since.slice(since.length - count);
}
