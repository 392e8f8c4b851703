import type { ReleaseEntry, ReleaseListing, ReleaseSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { countFitting } from '../../site/base/count-fitting.ts';
import { upgradeRelease } from './upgrade-changes.ts';
import { type UpgradeRelease, type UpgradeView, upgradeView } from './upgrade-view.ts';

// Pages with the changes since a version, for readers without JavaScript. A page starts with the
// release that follows the version. A full page links to a further page, so that later releases do
// not change the full page.

/** Only this many of a project's newest stable versions have a page. */
export const maxVersions = 50;

/** Maximum releases and changes on a page. A page always shows at least one release. */
export const maxSince = { releases: 20, changes: 200 } as const;

/** A release with the number of items in its text, if that number is known. */
type SizedRelease = ReleaseSummary & Partial<Pick<ReleaseListing, 'textItems'>>;

/** The page for one version, with the releases after that version. */
export interface SincePage {
  release: SizedRelease;
  /**
   * Newest first. If `hasMore` is set, the newest of these releases has its own page, which shows
   * the rest.
   */
  since: SizedRelease[];
  hasMore: boolean;
}

/**
 * Pages for the newest stable versions of a list.
 * @param releases newest first
 */
export function sincePages(releases: readonly SizedRelease[]): SincePage[] {
  const stable = releases.filter(({ is_pre_release }) => !is_pre_release);
  return stable.slice(0, maxVersions).map((release, place) => {
    const all = stable.slice(0, place);
    const since = oldestThatFit(all);
    return { release, since, hasMore: since.length < all.length };
  });
}

/**
 * The plan shown on a page. If a release has too many changes, only its first changes are shown.
 * @param made releases of other pages of the site, each of which is on up to twenty pages
 */
export function sinceView(
  entries: readonly ReleaseEntry[],
  site: SiteContext,
  made = new WeakMap<ReleaseEntry, UpgradeRelease>(),
): UpgradeView & { isCut: boolean } {
  const whole = entries.map((entry) => {
    const release = made.get(entry) ?? upgradeRelease(entry, site);
    made.set(entry, release);
    return release;
  });
  const releases = whole.map((one) => ({
    ...one,
    changes: one.changes.slice(0, maxSince.changes),
  }));
  const isCut = whole.some(({ changes }) => changes.length > maxSince.changes);
  return { ...upgradeView(releases), isCut };
}

/** The oldest releases that fit on a page. */
function oldestThatFit(since: readonly SizedRelease[]): SizedRelease[] {
  const counts = since.map(({ changes, textItems = 0 }) => changes.length + textItems);
  const fitting = countFitting(counts.reverse(), maxSince.changes);
  return since.slice(-Math.max(1, Math.min(fitting, maxSince.releases)));
}
