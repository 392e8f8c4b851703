/// <reference path="./collections/astro-content.d.ts" />
/// <reference types="astro/client" />

// `astro.config.mjs` defines these variables.
interface ImportMetaEnv {
  /** Path of the site, with a slash at its start and end. */
  readonly SITE_BASE: string;
  /** Absolute path of the content folder. */
  readonly CONTENT_FOLDER: string;
  /**
   * The settings of `site.config.ts` as JSON. Not named `SITE_CONFIG`: Astro would replace it with
   * the environment variable of that name, as it would `BASE_PATH`.
   */
  readonly SITE_CONFIG_JSON: string;
}

/** The compiled site, from which Astro renders pages. */
declare module 'virtual:astro:manifest' {
  export const manifest: import('astro').SSRManifest;
}

/** A build of `colorjs.io/fn` in a single file, which loads several times faster. */
declare module 'colorjs.io/dist/color-fn.min.js' {
  export * from 'colorjs.io/fn';
}

/** A browser script with its imports, as the text of one module (`src/lib/script-text.ts`). */
declare module '*?script' {
  const text: string;
  export default text;
}

/**
 * The component that surrounds a Waymark page in another Astro site
 * (`src/tools/mount/mirrored-pages.ts`).
 */
declare module 'virtual:waymark/frame' {
  const Frame: (props: import('./tools/mount/frame/frame-props.ts').FrameProps) => unknown;
  export default Frame;
}

/** The layout of the Astro site that includes Waymark's pages. */
declare module 'virtual:waymark/layout' {
  const Layout: (props: { title: string; description: string | undefined }) => unknown;
  export default Layout;
}

/** Input for Waymark's pages in another Astro site, in addition to `src/pages/_source.ts`. */
declare module 'virtual:waymark/mount' {
  export const policy: string[] | undefined;
}

/** Starlight's language picker, or the site's replacement. */
declare module 'virtual:starlight/components/LanguageSelect' {
  const LanguageSelect: (props: object) => unknown;
  export default LanguageSelect;
}

/** Middleware that runs before Starlight renders a page. */
declare module 'virtual:starlight/route-middleware' {
  export type RouteMiddleware = (
    context: { locals: App.Locals },
    next: () => Promise<void>,
  ) => Promise<void> | void;
  export const routeMiddleware: RouteMiddleware[];
}

declare namespace App {
  interface Locals {
    /** Whether this is a Waymark page inside another Astro site. */
    isWaymark?: boolean;
    /** Set only on Starlight's own pages. */
    starlightRoute: { head: { attrs?: Record<string, unknown> | undefined }[] };
  }
}
