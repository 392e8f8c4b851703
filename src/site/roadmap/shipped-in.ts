import type {
  MilestoneSummary,
  Redirects,
  ReleaseListing,
  ReleaseSummary,
} from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import { dateView } from '../base/dates.ts';
import { paths } from '../base/urls.ts';
import { newestFirst } from '../releases/timeline.ts';

/** Which release has shipped what: those whose text leads to a milestone's page on this site. */
export interface Shipping {
  /** The releases that a milestone was shipped in, newest first. */
  releasesOf(milestone: { id: string }): ReleaseSummary[];
  /** The milestones that a release leads to, in the order of its text. */
  milestonesOf(release: { id: string }): MilestoneSummary[];
}

/** A page that is named on another one. */
export interface NamedPage {
  title: string;
  href: string;
  /** Such as a release's date. */
  detail?: string;
}

/** @param moved where old addresses of milestones lead, by old slug */
export function shipping(
  releases: readonly ReleaseListing[],
  milestones: readonly MilestoneSummary[],
  moved: Redirects['milestones'],
  site: SiteContext,
): Shipping {
  const milestoneAt = milestoneFinder(milestones, moved, site);
  const shipped = new Map<string, MilestoneSummary[]>();
  const places = new Map<string, ReleaseListing[]>();
  const leading = releases.filter(({ roadmapLinks }) => roadmapLinks.length > 0);
  for (const release of site.config.show.roadmap ? newestFirst(leading) : []) {
    const found = new Set(release.roadmapLinks.flatMap((link) => milestoneAt(link) ?? []));
    shipped.set(release.id, [...found]);
    for (const { id } of found) places.set(id, [...(places.get(id) ?? []), release]);
  }
  return {
    releasesOf: ({ id }) => places.get(id) ?? [],
    milestonesOf: ({ id }) => shipped.get(id) ?? [],
  };
}

/** A release where a milestone names it. */
export function namedRelease(release: ReleaseSummary, site: SiteContext): NamedPage {
  const { slug, title, released_at } = release;
  const detail = dateView(released_at, site).text;
  return { title, href: site.urls.href(paths.release(slug)), detail };
}

/** A milestone where a release names it: where it stands by now is for its own page. */
export function namedMilestone(milestone: MilestoneSummary, { urls }: SiteContext): NamedPage {
  return { title: milestone.title, href: urls.href(paths.milestone(milestone.slug)) };
}

/**
 * Finds the milestone whose page an address leads to. Sync completes addresses without an origin by
 * the workspace's, which counts as the site's own therefore.
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
  return (address) => {
    const url = URL.parse(address);
    return url && origins.includes(url.origin) ? byPath.get(pagePathOf(url.pathname)) : undefined;
  };
}

/** The path of a page, whichever way it is written, and of its Markdown version. */
function pagePathOf(pathname: string): string {
  return pathname.replace(/(?:\/(?:index\.html)?|\.md)$/, '');
}
