import type { SiteFrame } from './context.ts';
import { paths } from './urls.ts';

/** The links in the header of every page. */
export function sectionLinks({ hasRoadmap, strings, urls, links }: SiteFrame) {
  const own = [
    { key: 'changelog', path: paths.home(), text: strings.changelog },
    ...(hasRoadmap ? [{ key: 'roadmap', path: paths.roadmap(), text: strings.roadmap }] : []),
    { key: 'subscribe', path: paths.subscribe(), text: strings.subscribe },
  ];
  return [...own, ...links.filter(({ place }) => place === 'header')].map(
    ({ key, path, text }) => ({ key, href: urls.href(path), text }),
  );
}
