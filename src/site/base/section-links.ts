import type { SiteFrame } from './context.ts';
import { paths } from './urls.ts';

/**
 * The links in the header of every page.
 * @param subscribe address of the place that lists the page's feeds
 */
export function sectionLinks({ hasRoadmap, strings, urls, links }: SiteFrame, subscribe: string) {
  const link = (key: string, path: string, text: string) => ({ key, href: urls.href(path), text });
  return [
    link('changelog', paths.home(), strings.changelog),
    ...(hasRoadmap ? [link('roadmap', paths.roadmap(), strings.roadmap)] : []),
    { key: 'subscribe', href: subscribe, text: strings.subscribe },
    ...links
      .filter(({ place }) => place === 'header')
      .map(({ key, path, text }) => link(key, path, text)),
  ];
}
