import type { ReleaseEntry } from '../../../model/content/content.ts';
import { type SiteFrame, siteTitle } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';

/** The image that other sites show for a link to a page. */
export interface PageImage {
  /** Absolute. */
  url: string;
  /** In pixels. */
  width: number;
  height: number;
  alt: string;
}

/** Size in pixels of the site's image and of release cards. */
export const shareSize = { width: 1200, height: 630 } as const;

/** The image for all pages without an image of their own. */
export function siteImage(site: SiteFrame): PageImage {
  return { url: site.urls.absolute(paths.shareImage()), ...shareSize, alt: siteTitle(site) };
}

/** A release's hero if it is a picture, otherwise the site's image. */
export function releaseImage({ hero, title }: ReleaseEntry, site: SiteFrame): PageImage {
  if (hero?.type !== 'image') return siteImage(site);
  const { file, width, height } = hero.asset;
  if (width === undefined || height === undefined) return siteImage(site);
  const url = site.urls.absolute(paths.asset(file));
  return { url, width, height, alt: site.strings.hero(title) };
}
