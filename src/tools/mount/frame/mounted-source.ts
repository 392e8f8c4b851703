import type { SiteConfig } from '../../../config/site-config.ts';
import { createUrls } from '../../../site/base/urls.ts';
import { type ListingIndex, readListings } from '../../../store/read/listings.ts';

/** The options of `mountedSource`, which a generated module calls (see `mirrored-pages.ts`). */
interface MountedSourceInput {
  contentDir: string;
  settings: SiteConfig;
  origin: string;
  path: string;
  bare: boolean;
  /** The directives of the site's content security policy, if it has one. */
  policy?: string[];
}

/** Creates the exports of the module that replaces `src/pages/_source.ts` in a host site. */
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

/** Sorts entries as Astro sorts its content collections. */
function byId<T extends { id: string }>(rows: readonly T[]): T[] {
  return rows.toSorted((one, other) => one.id.localeCompare(other.id));
}
