import type { Asset, ReleaseEntry } from '../../model/content/content.ts';
import type { SiteContext } from './context.ts';
import { paths } from './urls.ts';

/** A mirrored picture, with its size in pixels if known. */
export interface PictureView {
  src: string;
  width: number | undefined;
  height: number | undefined;
}

/** A picture, a video on this site or elsewhere, or a link to a picture. */
export type HeroView =
  | ({ type: 'image' } & PictureView)
  | { type: 'video'; href: string; isOwn: boolean }
  | { type: 'link'; href: string };

export function heroView(hero: NonNullable<ReleaseEntry['hero']>, site: SiteContext): HeroView {
  if (hero.type === 'image') return { type: 'image', ...pictureView(hero.asset, site) };
  if (hero.type === 'film')
    return { type: 'video', href: site.urls.href(paths.asset(hero.asset.file)), isOwn: true };
  if (hero.type === 'video') return { type: 'video', href: hero.url, isOwn: false };
  return { type: 'link', href: hero.url };
}

export function pictureView({ file, width, height }: Asset, { urls }: SiteContext): PictureView {
  return { src: urls.href(paths.asset(file)), width, height };
}
