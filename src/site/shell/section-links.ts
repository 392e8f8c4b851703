import type { SiteFrame } from '../base/context.ts';
import { paths } from '../base/urls.ts';
import { placeHref, type Subscription } from '../feeds/subscription.ts';

/**
 * The links in the header of every page.
 * @param feed the feed of the page
 */
export function sectionLinks({ hasRoadmap, strings, urls, links }: SiteFrame, feed: Subscription) {
  const link = (key: string, path: string, text: string, place?: string) => ({
    key,
    href: urls.href(path),
    text,
    place,
  });
  return [
    link('changelog', paths.home(), strings.changelog),
    ...(hasRoadmap ? [link('roadmap', paths.roadmap(), strings.roadmap)] : []),
    {
      ...link('subscribe', paths.subscribe(), strings.subscribe, feed.place ?? ''),
      href: placeHref(feed, urls),
    },
    ...links
      .filter(({ place }) => place === 'header')
      .map(({ key, path, text }) => link(key, path, text)),
  ];
}
