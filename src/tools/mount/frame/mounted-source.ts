import type { SiteConfig } from '../../../config/site-config.ts';
import { createUrls } from '../../../site/base/urls.ts';
import { type ListingIndex, readListings } from '../../../store/read/listings.ts';

/** What a mount is, as its module holds it. */
interface Given {
  /** Absolute. */
  contentDir: string;
  settings: SiteConfig;
  origin: string;
  path: string;
  bare: boolean;
  /** The directives of the site's policy, where it has one. */
  policy?: string[];
}

/** What the pages of a mount are made from: in the place of `src/pages/_source.ts`. */
export function mountedSource({ contentDir, settings, origin, path, bare, policy }: Given) {
  let known: ListingIndex | undefined;
  return {
    contentDir,
    config: settings,
    urls: createUrls(origin, path, { bare }),
    isMounted: true as const,
    policy,
    readRows: async () => {
      const { listings, index } = await readListings(contentDir, known);
      known = index;
      const { releases, milestones, projects, labels } = listings;
      return {
        releases: byId(releases),
        milestones: byId(milestones),
        projects: byId(projects),
        labels: byId(labels),
      };
    },
  };
}

/** As Astro keeps the entries of a collection. */
function byId<T extends { id: string }>(rows: readonly T[]): T[] {
  return rows.toSorted((one, other) => one.id.localeCompare(other.id));
}
