import type { SiteFrame } from '../../base/context.ts';
import { siteIcons } from '../../base/icons.ts';
import { paths } from '../../base/urls.ts';
import type { Feed, FeedItem } from '../feed.ts';
import { writeJson } from './json.ts';

/**
 * A JSON Feed 1.1 document (jsonfeed.org).
 * @param older path of the document with older items. All documents of a feed have the same
 * `feed_url`.
 */
export function jsonFeed(
  feed: Feed,
  { urls, strings, config }: SiteFrame,
  older?: string | undefined,
): string {
  const icon = urls.absolute(siteIcons(config)[0].path);
  return writeJson({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.page,
    feed_url: urls.absolute(paths.jsonFeed(feed.folder)),
    description: feed.description,
    user_comment: `${strings.feeds.note} ${urls.absolute(paths.subscribe())}`,
    next_url: older === undefined ? undefined : urls.absolute(older),
    icon,
    favicon: icon,
    language: feed.language,
    authors: [{ name: feed.author }],
    items: feed.items.map(jsonItem),
  });
}

function jsonItem({ picture, authors, ...item }: FeedItem) {
  return {
    id: item.id,
    url: item.url,
    title: item.title,
    content_html: item.html,
    summary: item.summary,
    image: picture?.url,
    date_published: item.published,
    date_modified: item.edited,
    authors: authors.length > 0 ? authors.map((name) => ({ name })) : undefined,
    tags: item.categories.map(({ name }) => name),
    attachments: picture && [
      { url: picture.url, mime_type: picture.type, size_in_bytes: picture.bytes },
    ],
  };
}
