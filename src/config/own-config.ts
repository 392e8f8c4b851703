// Types that a project's own files may import.

export type { SiteConfigInput } from './site-config.ts';
