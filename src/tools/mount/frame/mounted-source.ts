import type { SiteConfig } from '../../../config/site-config.ts';
import { createUrls } from '../../../site/base/urls.ts';
import { type ListingIndex, readListings } from '../../../store/read/listings.ts';

/** The values that the generated module of a mount passes to `mountedSource`. */
interface MountedSourceInput {
  /** Absolute path of the content folder. */
  contentDir: string;
  settings: SiteConfig;
  origin: string;
  path: string;
  bare: boolean;
  /** The directives of the site's content security policy, if it has one. */
  policy?: string[];
}

/** The input of a mount's pages. Replaces `src/pages/_source.ts`. */
export function mountedSource({
  contentDir,
  settings,
  origin,
  path,
  bare,
  policy,
}: MountedSourceInput) {
  let lastIndex: ListingIndex | undefined;
  return {
    contentDir,
    config: settings,
    urls: createUrls(origin, path, { bare }),
    isMounted: true as const,
    policy,
    readRows: async () => {
      const { listings, index } = await readListings(contentDir, lastIndex);
      lastIndex = index;
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

/** Sorts entries in the same order as a collection of Astro. */
function byId<T extends { id: string }>(rows: readonly T[]): T[] {
  return rows.toSorted((one, other) => one.id.localeCompare(other.id));
}
