import type { MilestoneSummary, ReleaseSummary } from '../model/content.ts';
import { type Archive, archivePages } from './archives.ts';
import { timeline } from './timeline.ts';
import { pagePath, paths } from './urls.ts';

export interface SitePage {
  path: string;
  /** When what the page shows last changed (RFC 3339), as far as that is known. */
  lastModified: string | undefined;
}

/** Every page that readers and crawlers may find, in the order of the sitemap; no empty archive. */
export function sitePages(
  releases: readonly ReleaseSummary[],
  milestones: readonly MilestoneSummary[],
  archives: readonly Archive[],
  pageSize: number,
): SitePage[] {
  const changelog = timeline(releases, pageSize).map(({ number, items, pinned }) => ({
    path: pagePath(paths.home(), number),
    lastModified: latest([...pinned, ...items].map(changedAt)),
  }));
  const archived = archives
    .filter((archive) => archive.releases.length > 0)
    .flatMap((archive) => archivePages(archive, pageSize))
    .map(({ path, items }) => ({ path, lastModified: latest(items.map(changedAt)) }));
  return [
    ...changelog,
    ...archived,
    ...releases.map((one) => ({ path: paths.release(one.slug), lastModified: changedAt(one) })),
    {
      path: paths.roadmap(),
      lastModified: latest(milestones.map(({ updated_at }) => updated_at ?? undefined)),
    },
    ...milestones.map(({ slug, updated_at }) => ({
      path: paths.milestone(slug),
      lastModified: updated_at ?? undefined,
    })),
    { path: paths.subscribe(), lastModified: undefined },
  ];
}

/** A release's newest public moment: a real edit, or the release itself. */
export function changedAt({ released_at, updated_at }: ReleaseSummary): string {
  return updated_at && updated_at > released_at ? updated_at : released_at;
}

/** The newest of some times (RFC 3339 in UTC, which sort as text). */
export function latest(times: readonly (string | undefined)[]): string | undefined {
  return times.reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined);
}
