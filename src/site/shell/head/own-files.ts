import { paths } from '../../base/urls.ts';

/**
 * Whether Waymark itself writes this file at the root of the site.
 * @param path below the base
 */
export function isOwnFile(path: string): boolean {
  return files.has(path) || /^sitemap-\d+\.xml$/.test(path);
}

const files = new Set<string>([
  ...[paths.rss(), paths.atom(), paths.jsonFeed(), paths.news(), paths.opml(), paths.feedSheet()],
  ...[paths.changelogJson(), paths.changelogMarkdown(), paths.latestJson()],
  ...[paths.llms(), paths.llmsFull(), paths.filters(), paths.colours(), paths.shareImage()],
]);
