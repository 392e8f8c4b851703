// What a project's own files may import of the package.

export type { SiteConfigInput } from './site-config.ts';
