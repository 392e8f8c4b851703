import type { TechArticle, WebSite, WithContext } from 'schema-dts';
import type { ReleaseEntry } from '../../model/content/content.ts';
import { type SiteContext, siteName, siteTitle, workspaceAddress } from '../base/context.ts';
import { isoOf } from '../base/dates.ts';
import { changedAt } from '../base/newest.ts';
import { fullName } from '../base/release-name.ts';
import { paths } from '../base/urls.ts';
import type { PageImage } from '../shell/head/page-image.ts';
import type { ReleaseView } from './release-view.ts';

/** A release for search engines: a schema.org `TechArticle`, as JSON-LD. */
export function releaseData(
  entry: ReleaseEntry,
  view: ReleaseView,
  image: PageImage,
  site: SiteContext,
): WithContext<TechArticle> {
  const { urls, config } = site;
  const address = workspaceAddress(site);
  const url = urls.absolute(paths.release(entry.slug));
  const publisher = {
    '@type': 'Organization' as const,
    name: siteName(site),
    ...(address && { url: address }),
  };
  const { published, modified } = publicationOf(entry);
  const people = view.contributors.map(({ name }) => ({ '@type': 'Person' as const, name }));
  // A type of its own keeps TypeScript from comparing it with each type of schema.org.
  const isPartOf: WebSite = {
    '@type': 'WebSite',
    name: siteTitle(site),
    url: urls.absolute(paths.home()),
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: fullName(entry, site),
    ...(view.description && { description: view.description }),
    url,
    mainEntityOfPage: url,
    image: image.url,
    datePublished: published,
    dateModified: modified,
    inLanguage: config.locale,
    ...(entry.version && { version: entry.version }),
    author: people.length > 0 ? people : publisher,
    publisher,
    isPartOf,
  };
}

/**
 * When a release was published and changed, for programs. They get the day that the source wrote,
 * if it gave no time. A release that was not edited has the same date twice.
 */
export function publicationOf(entry: ReleaseEntry): { published: string; modified: string } {
  const [published, changed] = [isoOf(entry), changedAt(entry)];
  if (changed === entry.released_at) return { published, modified: published };
  return { published, modified: isoOf({ at: changed, on: entry.updated_on }) };
}
