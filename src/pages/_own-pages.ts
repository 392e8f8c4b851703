import type { MarkdownInstance } from 'astro';
import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import { type OwnPage, ownPage } from '../site/shell/head/own-pages.ts';

/** A page of the maintainer's, and what it shows. */
export interface ShownPage extends OwnPage {
  /** Text, which is set as that of releases is; else the page sees to that itself. */
  isText: boolean;
  Content: AstroComponentFactory;
}

type PageFile =
  | Pick<MarkdownInstance<Record<string, unknown>>, 'frontmatter' | 'Content'>
  | { frontmatter?: unknown; default: AstroComponentFactory };

/** Of the project's `pages/` (`astro.config.mjs`); what begins with `_` is for others to import. */
const files = import.meta.glob<PageFile>(
  ['#pages/**/*.{md,astro}', '!#pages/**/_*', '!#pages/**/_*/**'],
  { eager: true },
);

/**
 * By their addresses. @throws SettingsError that names a page which cannot be one
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
