/// <reference types="astro/client" />

// Set by astro.config.mjs.
interface ImportMetaEnv {
  /** The content folder's absolute path. */
  readonly CONTENT_DIR: string;
  /** What `site.config.ts` says, as JSON; named otherwise than the setting, which Astro would put here. */
  readonly SITE_CONFIG_JSON: string;
  /** Whether documents that are no pages are written by a process of their own. */
  readonly DOCUMENTS_APART: boolean;
}

/** The package colorjs.io/fn in one file, which is read in a fraction of the time. */
declare module 'colorjs.io/dist/color-fn.min.js' {
  export * from 'colorjs.io/fn';
}
