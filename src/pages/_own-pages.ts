import type { MarkdownInstance } from 'astro';
import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import { type OwnPage, ownPage } from '../site/shell/head/own-pages.ts';

/** A page that the maintainer wrote, with its content. */
export interface ShownPage extends OwnPage {
  /**
   * Whether the page is Markdown, styled like the text of a release. Astro pages have their own
   * styles.
   */
  isText: boolean;
  Content: AstroComponentFactory;
}

type PageFile =
  | Pick<MarkdownInstance<Record<string, unknown>>, 'frontmatter' | 'Content'>
  | { frontmatter?: unknown; default: AstroComponentFactory };

/**
 * Files in the project's `pages/` folder (`astro.config.mjs`), except those whose names start with
 * `_`.
 */
const files = import.meta.glob<PageFile>(
  ['#pages/**/*.{md,astro}', '!#pages/**/_*', '!#pages/**/_*/**'],
  { eager: true },
);

/**
 * The maintainer's own pages, sorted by address.
 * @throws SettingsError that names an invalid page
 */
export function ownPages(): ShownPage[] {
  return Object.entries(files)
    .map(([name, file]) => {
      const page = ownPage(name.replace(/^.*?\/pages\//, ''), file.frontmatter);
      const isText = 'Content' in file;
      return { ...page, isText, Content: isText ? file.Content : file.default };
    })
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}
