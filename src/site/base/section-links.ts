import type { SiteFrame } from './context.ts';
import { paths } from './urls.ts';

/** A part of the site that its header leads to. */
export type SectionName = 'changelog' | 'roadmap' | 'subscribe' | 'search';

/** The parts that the site shows, in their order. */
export function sectionLinks({
  config: { show },
  strings,
  urls,
}: Pick<SiteFrame, 'config' | 'strings' | 'urls'>): {
  key: SectionName;
  href: string;
  text: string;
}[] {
  const all = [
    { key: 'changelog', path: paths.home(), shown: true },
    { key: 'roadmap', path: paths.roadmap(), shown: show.roadmap },
    { key: 'subscribe', path: paths.subscribe(), shown: true },
    { key: 'search', path: paths.search(), shown: show.search },
  ] as const;
  return all
    .filter(({ shown }) => shown)
    .map(({ key, path }) => ({ key, href: urls.href(path), text: strings[key] }));
}
