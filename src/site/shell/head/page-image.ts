import type { ReleaseEntry } from '../../../model/content/content.ts';
import { type SiteFrame, siteTitle } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';

/** The picture that stands for a page where it is shared. */
export interface PageImage {
  /** The whole address. */
  url: string;
  /** In pixels. */
  width: number;
  height: number;
  alt: string;
}

/** Size of the site's own picture, in pixels: what share cards are cut to. */
export const shareSize = { width: 1200, height: 630 } as const;

/** The one picture for all pages that have none of their own. */
export function siteImage(site: SiteFrame): PageImage {
  return { url: site.urls.absolute(paths.shareImage()), ...shareSize, alt: siteTitle(site) };
}

/** A release's hero where that is a picture, else the site's own. */
export function releaseImage({ hero, title }: ReleaseEntry, site: SiteFrame): PageImage {
  if (hero?.type !== 'image') return siteImage(site);
  const { file, width, height } = hero.asset;
  if (width === undefined || height === undefined) return siteImage(site);
  const url = site.urls.absolute(paths.asset(file));
  return { url, width, height, alt: site.strings.hero(title) };
}
