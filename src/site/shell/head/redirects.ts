import type { SiteConfig } from '../../../config/site-config.ts';
import type { Redirects } from '../../../model/content/content.ts';
import { paths, type Urls } from '../../base/urls.ts';

/** An entry's old and current address, as paths below the base. */
export interface Redirect {
  from: string;
  to: string;
}

/** Old addresses of releases and of visible milestones, in a stable order. */
export function redirectList(
  { releases, milestones }: Redirects,
  { show }: Pick<SiteConfig, 'show'>,
): Redirect[] {
  return [
    ...pairs(releases, paths.release),
    ...(show.roadmap ? pairs(milestones, paths.milestone) : []),
  ];
}

/** The `_redirects` file of static hosts: one permanent redirect per line. */
export function redirectsFile(redirects: readonly Redirect[], urls: Urls): string {
  return redirects.map(({ from, to }) => `${urls.href(from)} ${urls.href(to)} 301\n`).join('');
}

function pairs(slugs: Record<string, string>, path: (slug: string) => string): Redirect[] {
  return Object.entries(slugs).map(([from, to]) => ({ from: path(from), to: path(to) }));
}
