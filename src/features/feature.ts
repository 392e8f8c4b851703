import type { SiteConfig } from '../config/site-config.ts';
import type { CacheKeys } from '../site/base/cache-key.ts';
import type { SiteFrame, SiteLink } from '../site/base/context.ts';
import type { Document, Sources } from '../site/feeds/document.ts';

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
  keys: CacheKeys;
  /** Undefined where no build keeps anything. */
  cache(name: string): Cache | undefined;
}

/** What readers get on top of changelog and roadmap, and what can be removed. */
export interface Feature {
  /** Its folder in `src/features/`. */
  name: string;
  isOn(config: Pick<SiteConfig, 'show'>): boolean;
  /** Files below its `pages/`, named as those of `src/pages/`. */
  routes: readonly string[];
  /** What the header and footer of every page link to. */
  links?(frame: Pick<SiteFrame, 'strings'>): SiteLink[];
  /** What machines or browser scripts read. */
  documents?(core: Core): Document[];
}
