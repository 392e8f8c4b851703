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

// The interface between features and the core. Node and Vite both load these objects, so they and
// their imports must not import `.astro` or `.css` files or use `import.meta.env`.

/** Stores a text for the next build with the same code. */
export interface Cache {
  /** Undefined if nothing is stored. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** Input for a feature's plan. */
export interface Core extends Sources {
  releases: readonly ReleaseListing[];
  keys: CacheKeys;
  /** The build's start. */
  now: Date;
  /** Undefined if no sync has written one. */
  releaseLog: ReleaseLog | undefined;
  /** All changes of releases that had changes added after publication, by release id. */
  correctedChanges: ReadonlyMap<string, readonly EntryChange[]>;
  /** Undefined if the build stores nothing. */
  cache(name: string): Cache | undefined;
}

/** An addition for readers, which can be removed. */
export interface Feature<Plan = unknown> {
  /** Its folder in `src/features/`. */
  name: string;
  isOn(config: Pick<SiteConfig, 'show'>): boolean;
  /** Files below its `pages/`, named like those in `src/pages/`. */
  routes: readonly string[];
  /**
   * Everything in a build that depends on the time. If it differs from the last build's, a build
   * runs even without other changes.
   */
  moment?(now: Date, config: SiteConfig): string;
  /**
   * Input of the feature's pages and documents. Computed once per build; other features cannot see
   * it.
   */
  plan?(core: Core): Plan;
  /** Links in the header and footer of every page. */
  links?(frame: Pick<SiteFrame, 'strings'>, releases: readonly ReleaseListing[]): SiteLink[];
  /** Headers for static hosts, in addition to those of every file. */
  headers?(): FileHeaders[];
  /** Files for machines and browser scripts. */
  documents?(core: Core, plan: Plan): Document[];
  /** Items to add to the core's feeds of releases. */
  feedItems?(core: Core, plan: Plan): JoiningItem[];
  /** Its documents that the subscribe page lists. */
  programDocuments?(frame: Pick<SiteFrame, 'strings'>): ProgramDocument[];
  /** Its feeds, for the subscribe page and the OPML file. */
  feeds?(core: Core, plan: Plan): FeedGroup[];
  /** Pages for the sitemap. */
  sitePages?(core: Core, plan: Plan): SitePage[];
  /** The image for links to a release, instead of its own or the site's. */
  shareImage?(release: { id: string }, core: Core, plan: Plan): PageImage | undefined;
  /** Views of the roadmap in addition to board and list. */
  roadmapViews?: readonly RoadmapView[];
  /** Messages for the build's report, one sentence each. */
  notes?(plan: Plan): string[];
}
