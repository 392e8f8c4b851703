/// <reference types="astro/client" />

// Set by astro.config.mjs.
interface ImportMetaEnv {
  /** The content folder's absolute path. */
  readonly CONTENT_DIR: string;
  /** What `site.config.ts` says, as JSON; named otherwise than the setting, which Astro would put here. */
  readonly SITE_CONFIG_JSON: string;
}
