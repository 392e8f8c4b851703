/// <reference types="astro/client" />

// Set by astro.config.mjs.
interface ImportMetaEnv {
  /** The content folder's absolute path. */
  readonly CONTENT_FOLDER: string;
  /** What `site.config.ts` says, as JSON; named otherwise than the setting, which Astro would put here. */
  readonly SITE_CONFIG_JSON: string;
}

/** The package colorjs.io/fn in one file, which is read in a fraction of the time. */
declare module 'colorjs.io/dist/color-fn.min.js' {
  export * from 'colorjs.io/fn';
}

/** A browser script with all that it imports, as the text of one module (`src/lib/script-text.ts`). */
declare module '*?script' {
  const text: string;
  export default text;
}

/** What a mount's pages stand in (`src/tools/mount/mirrored-pages.ts`). */
declare module 'virtual:waymark/frame' {
  const Frame: (props: import('./tools/mount/frame/frame-props.ts').FrameProps) => unknown;
  export default Frame;
}

/** The site's own layout. */
declare module 'virtual:waymark/layout' {
  const Layout: (props: { title: string; description: string | undefined }) => unknown;
  export default Layout;
}

/** What a mount's pages are made from, beside what `src/pages/_source.ts` has. */
declare module 'virtual:waymark/mount' {
  export const policy: string[] | undefined;
}

/** Starlight's language picker, or the one that the site has in its place. */
declare module 'virtual:starlight/components/LanguageSelect' {
  const LanguageSelect: (props: object) => unknown;
  export default LanguageSelect;
}

/** What runs before Starlight renders a page. */
declare module 'virtual:starlight/route-middleware' {
  export type RouteMiddleware = (
    context: { locals: App.Locals },
    next: () => Promise<void>,
  ) => Promise<void> | void;
  export const routeMiddleware: RouteMiddleware[];
}

declare namespace App {
  interface Locals {
    /** Whether a page is a mounted one. */
    isWaymark?: boolean;
    /** Of pages in Starlight. */
    starlightRoute: { head: { attrs?: Record<string, unknown> | undefined }[] };
  }
}
