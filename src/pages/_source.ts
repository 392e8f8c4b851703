import { parseSiteConfig } from '../config/site-config.ts';
import { createUrls, type Urls } from '../site/base/urls.ts';

// The pages' input: the settings of a standalone site. If the changelog is mounted in another Astro
// site, `src/tools/mount/mirrored-pages.ts` replaces this module.

export const contentDir = import.meta.env.CONTENT_FOLDER;
export const config = parseSiteConfig(
  JSON.parse(import.meta.env.SITE_CONFIG_JSON),
  'site.config.ts',
);
export const urls: Urls = createUrls(import.meta.env.SITE, import.meta.env.BASE_URL);

/**
 * Whether the changelog is part of another site. A mounted changelog leaves out files that can
 * exist only once per origin, such as the sitemap index.
 */
export const isMounted = false as boolean;
