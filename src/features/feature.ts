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

// What a feature is to the core. Node and Vite both read these objects: neither they nor what they
// import names an `.astro` or `.css` file or uses `import.meta.env`.

/** A text that a build keeps for the next one of the same code. */
export interface Cache {
  /** Undefined where there is none. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** What features are planned from. */
export interface Core extends Sources {
  releases: readonly ReleaseListing[];
  keys: CacheKeys;
  /** When the build began. */
  now: Date;
  /** Undefined where no sync kept one. */
  releaseLog: ReleaseLog | undefined;
  /** Changes of the releases that changes were added to, by id. */
  correctedChanges: ReadonlyMap<string, readonly EntryChange[]>;
  /** Undefined where no build keeps anything. */
  cache(name: string): Cache | undefined;
}

/** What readers get on top of changelog and roadmap, and what can be removed. */
export interface Feature<Plan = unknown> {
  /** Its folder in `src/features/`. */
  name: string;
  isOn(config: Pick<SiteConfig, 'show'>): boolean;
  /** Files below its `pages/`, named as those of `src/pages/`. */
  routes: readonly string[];
  /** All that the time of a build changes: where it differs, a build follows although nothing else changed. */
  moment?(now: Date, config: SiteConfig): string;
  /** What its pages and documents are made from. Made once for a build, and seen by no other feature. */
  plan?(core: Core): Plan;
  /** What the header and footer of every page link to. */
  links?(frame: Pick<SiteFrame, 'strings'>, releases: readonly ReleaseListing[]): SiteLink[];
  /** What static hosts send beside what they send with every file. */
  headers?(): FileHeaders[];
  /** What machines or browser scripts read. */
  documents?(core: Core, plan: Plan): Document[];
  /** Items that join the core's feeds of releases. */
  feedItems?(core: Core, plan: Plan): JoiningItem[];
  /** Those of its documents that the page about subscribing lists. */
  programDocuments?(frame: Pick<SiteFrame, 'strings'>): ProgramDocument[];
  /** Feeds among its documents, which the page about subscribing and the OPML file list. */
  feeds?(core: Core, plan: Plan): FeedGroup[];
  /** Pages for the sitemap. */
  sitePages?(core: Core, plan: Plan): SitePage[];
  /** The picture for where a release is shared, in the place of its own or the site's. */
  shareImage?(release: { id: string }, core: Core, plan: Plan): PageImage | undefined;
  /** Views of the roadmap beside board and list. */
  roadmapViews?: readonly RoadmapView[];
  /** What a build reports, each as a sentence. */
  notes?(plan: Plan): string[];
}
