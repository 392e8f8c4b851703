import type { SiteConfig } from '../../../config/site-config.ts';
import type { Redirects } from '../../../model/content/content.ts';
import { paths, type Urls } from '../../base/urls.ts';

/**
 * Old and current addresses of releases and of visible milestones, as paths below the base, in a
 * stable order.
 */
export function redirectList(
  { releases, milestones }: Redirects,
  { show }: Pick<SiteConfig, 'show'>,
) {
  return [
    ...pairs(releases, paths.release),
    ...(show.roadmap ? pairs(milestones, paths.milestone) : []),
  ];
}

/** The `_redirects` file of static hosts: one permanent redirect per line. */
export function redirectsFile(redirects: ReturnType<typeof redirectList>, urls: Urls): string {
  return redirects.map(({ from, to }) => `${urls.href(from)} ${urls.href(to)} 301\n`).join('');
}

function pairs(slugs: Record<string, string>, path: (slug: string) => string) {
  return Object.entries(slugs).map(([from, to]) => ({ from: path(from), to: path(to) }));
}
