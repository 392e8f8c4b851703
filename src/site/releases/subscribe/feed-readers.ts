/** Feed readers on the web that accept a feed's address in a link. */
const webReaders = {
  Feedly: 'https://feedly.com/i/subscription/feed/',
  Inoreader: 'https://www.inoreader.com/?add_feed=',
  Feedbin: 'https://feedbin.com/?subscribe=',
  NewsBlur: 'https://www.newsblur.com/?url=',
  'The Old Reader': 'https://theoldreader.com/feeds/subscribe?url=',
};

/**
 * Links that open web feed readers to subscribe to a feed.
 * @param feed absolute address of the feed
 */
export function readerLinks(feed: string): { name: string; href: string }[] {
  const address = encodeURIComponent(feed);
  return Object.entries(webReaders).map(([name, start]) => ({ name, href: start + address }));
}
