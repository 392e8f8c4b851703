import type { SiteConfig } from '../config/site-config.ts';
import { createUrls } from '../site/base/urls.ts';
import { createCollections } from './collections.ts';

// The settings and collections of a standalone site.

export const contentDir = import.meta.env.CONTENT_FOLDER;
/** Was validated when the settings were loaded. */
export const config: SiteConfig = JSON.parse(import.meta.env.SITE_CONFIG_JSON);
export const urls = createUrls(import.meta.env.SITE, import.meta.env.SITE_BASE);
export const collections = createCollections(contentDir, config);
