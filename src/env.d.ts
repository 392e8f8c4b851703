/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** The content folder's absolute path, set by astro.config.mjs. */
  readonly CONTENT_DIR: string;
}
