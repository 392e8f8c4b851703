import { digest } from '../../lib/digest.ts';
import type {
  MilestoneListing,
  MilestoneSummary,
  Redirects,
  ReleaseListing,
  ReleaseSummary,
} from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import { dateView } from '../base/dates.ts';
import { fullName } from '../base/release-name.ts';
import { paths } from '../base/urls.ts';
import { newestFirst } from '../releases/timeline.ts';
import type { Moved } from '../shell/head/redirects.ts';

/**
 * Connects releases and milestones: the text of the release links to the page of the milestone, or to
 * its issue.
 */
export type Shipping = ReturnType<typeof shipping>;

/** A link to a page, with its title. */
export interface NamedPage {
  title: string;
  href: string;
  /** Additional text, such as a release's date. */
  detail?: string;
}

/** @param moved current slug of each milestone whose slug has changed, by old slug */
export function shipping(
  releases: readonly ReleaseListing[],
  milestones: readonly MilestoneSummary[],
  moved: Redirects['milestones'],
  site: SiteContext,
) {
  const milestoneAt = milestoneFinder(milestones, moved, site);
  const milestonesByRelease = new Map<string, MilestoneSummary[]>();
  const releasesByMilestone = new Map<string, ReleaseListing[]>();
  const linking = releases.filter(({ roadmapLinks }) => roadmapLinks.length > 0);
  for (const release of site.config.show.roadmap ? newestFirst(linking) : []) {
    const linked = new Set(release.roadmapLinks.flatMap((link) => milestoneAt(link) ?? []));
    milestonesByRelease.set(release.id, [...linked]);
    for (const { id } of linked)
      releasesByMilestone.set(id, [...(releasesByMilestone.get(id) ?? []), release]);
  }
  return {
    /** Newest first. */
    releasesOf: ({ id }: { id: string }): ReleaseSummary[] => releasesByMilestone.get(id) ?? [],
    /** In the order of the links in the release's text. */
    milestonesOf: ({ id }: { id: string }) => milestonesByRelease.get(id) ?? [],
  };
}

/**
 * Takes milestones off the roadmap that have the name of a public release. Their addresses lead to
 * the release.
 */
export function takeOffShipped(
  milestones: readonly MilestoneListing[],
  releases: readonly ReleaseListing[],
): { milestones: MilestoneListing[]; shipped: Moved[] } {
  const slugs = new Map(releases.map(({ id, slug }) => [id, slug]));
  const slugOf = ({ release_id }: MilestoneListing) => slugs.get(release_id ?? '') ?? '';
  return {
    milestones: milestones.filter((one) => !slugOf(one)),
    shipped: milestones
      .filter(slugOf)
      .map((one) => ({ from: paths.milestone(one.slug), to: paths.release(slugOf(one)) })),
  };
}

export function namedRelease(release: ReleaseSummary, site: SiteContext): NamedPage {
  const detail = dateView(release, site).text;
  const href = site.urls.href(paths.release(release.slug));
  return { title: fullName(release, site), href, detail };
}

/**
 * A milestone's title and address. Its status is left out, because otherwise the pages of releases
 * would change whenever the status changes.
 */
export function namedMilestone(milestone: MilestoneSummary, { urls }: SiteContext): NamedPage {
  return { title: milestone.title, href: urls.href(paths.milestone(milestone.slug)) };
}

/**
 * Returns a function that finds the milestone of a URL. URLs with the workspace's origin also
 * match, because sync resolves relative links against that origin.
 */
function milestoneFinder(
  milestones: readonly MilestoneSummary[],
  moved: Redirects['milestones'],
  { urls, workspace }: SiteContext,
): (address: string) => MilestoneSummary | undefined {
  const origins = [urls.absolute(''), workspace.url ?? ''].map((one) => URL.parse(one)?.origin);
  const bySlug = new Map(milestones.map((one) => [one.slug, one]));
  const slugs = [...bySlug.keys(), ...Object.keys(moved)];
  const byPath = new Map(
    slugs.map((slug) => {
      const page = URL.parse(urls.absolute(paths.milestone(slug)));
      return [pagePathOf(page?.pathname ?? ''), bySlug.get(slug) ?? bySlug.get(moved[slug] ?? '')];
    }),
  );
  const byIssue = new Map(
    milestones.map((one) => [digest((one.address ?? '').toLowerCase(), 16), one]),
  );
  return (address) => {
    if (byIssue.has(address)) return byIssue.get(address);
    const url = URL.parse(address);
    return url && origins.includes(url.origin) ? byPath.get(pagePathOf(url.pathname)) : undefined;
  };
}

/** A page's path without its trailing slash, `index.html` or `.md`. */
function pagePathOf(pathname: string): string {
  return pathname.replace(/(?:\/(?:index\.html)?|\.md)$/, '');
}
