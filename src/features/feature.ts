import type { SiteConfig } from '../config/site-config.ts';
import type { EntryChange, ReleaseListing } from '../model/content/content.ts';
import type { ReleaseLog } from '../model/content/release-log.ts';
import type { CacheKeys } from '../site/base/cache-key.ts';
import type { SiteFrame, SiteLink } from '../site/base/context.ts';
import type { Document } from '../site/feeds/document.ts';
import type { SitePage } from '../site/feeds/formats/sitemap.ts';
import type { JoiningItem } from '../site/releases/feeds/joining-items.ts';
import type { FeedGroup, ProgramDocument } from '../site/releases/subscribe/subscriptions.ts';
import type { Sources } from '../site/roadmap/feeds/sources.ts';
import type { RoadmapView } from '../site/roadmap/roadmap-parts.ts';
import type { FileHeaders } from '../site/shell/head/headers.ts';
import type { PageImage } from '../site/shell/head/page-image.ts';

// The interface between features and the core. Both Node and Vite load each feature's `feature.ts`.
// Therefore these modules and their imports must not import `.astro` or `.css` files or use
// `import.meta.env`.

/** Input for a feature's plan. */
export interface Core extends Sources {
  releases: readonly ReleaseListing[];
  keys: CacheKeys;
  /** The time at which the build started. */
  now: Date;
  /** Undefined if no sync has written a log yet. */
  releaseLog: ReleaseLog | undefined;
  /** All changes of each release that gained changes after publication, by release id. */
  correctedChanges: ReadonlyMap<string, readonly EntryChange[]>;
}

/** An optional part of the site. It can be removed from the code without changing the core. */
export interface Feature<Plan = unknown> {
  /** Name of the feature's folder in `src/features/`. */
  name: string;
  isOn(config: Pick<SiteConfig, 'show'>): boolean;
  /** Files in the feature's `pages/` folder, named like those in `src/pages/`. */
  routes?: readonly string[];
  /**
   * Computes the input of the feature's pages and documents, once per build. Other features cannot
   * see the plan.
   */
  plan?(core: Core): Plan;
  /** Links in the header and footer of every page. */
  links?(frame: Pick<SiteFrame, 'strings'>, releases: readonly ReleaseListing[]): SiteLink[];
  /** Headers for static hosts, in addition to the headers that every file gets. */
  headers?(config: SiteConfig): FileHeaders[];
  /** Files other than pages: machine-readable documents and browser scripts. */
  documents?(core: Core, plan: Plan): Document[];
  /** Items to add to the core's feeds of releases. */
  feedItems?(core: Core, plan: Plan): JoiningItem[];
  /** Entries for the feature's machine-readable documents on the subscribe page. */
  programDocuments?(frame: Pick<SiteFrame, 'strings'>): ProgramDocument[];
  /** The feature's feeds, for the subscribe page and the OPML file. */
  feeds?(core: Core, plan: Plan): FeedGroup[];
  /** Pages for the sitemap. */
  sitePages?(core: Core, plan: Plan): SitePage[];
  /** Paths of pages that the sitemap leaves out, because they repeat other pages. */
  repeatedPages?(core: Core, plan: Plan): string[];
  /** The share image of a release, used instead of the release's own or the site's. */
  shareImage?(release: { id: string }, core: Core, plan: Plan): PageImage | undefined;
  /** Views of the roadmap in addition to board and list. */
  roadmapViews?: readonly RoadmapView[];
  /** Messages for the report of the build, one sentence each. */
  notes?(plan: Plan): string[];
}
