import type { SiteFrame } from './context.ts';
import { paths } from './urls.ts';

export function sectionLinks({
  hasRoadmap,
  strings,
  urls,
  links,
}: Pick<SiteFrame, 'hasRoadmap' | 'strings' | 'urls' | 'links'>): {
  key: string;
  href: string;
  text: string;
}[] {
  const own = [
    { key: 'changelog', path: paths.home(), text: strings.changelog },
    ...(hasRoadmap ? [{ key: 'roadmap', path: paths.roadmap(), text: strings.roadmap }] : []),
    { key: 'subscribe', path: paths.subscribe(), text: strings.subscribe },
  ];
  return [...own, ...links.filter(({ place }) => place === 'header')].map(
    ({ key, path, text }) => ({ key, href: urls.href(path), text }),
  );
}
