import type { Asset, ReleaseEntry } from '../../model/content/content.ts';
import type { SiteContext } from './context.ts';
import { type PictureSources, pictureSources } from './html/pictures.ts';
import { paths } from './urls.ts';

/** A picture, a video on this or another site, or a link to a picture. */
export type HeroView =
  | ({ type: 'image' } & ReturnType<typeof pictureView> & PictureSources)
  | { type: 'video'; href: string; isOwn: boolean }
  | { type: 'link'; href: string };

export function heroView(
  hero: NonNullable<ReleaseEntry['hero']>,
  { pictures }: Pick<ReleaseEntry, 'pictures'>,
  site: SiteContext,
): HeroView {
  if (hero.type === 'image') {
    const sources = pictureSources(hero.asset, pictures, site);
    return { type: 'image', ...pictureView(hero.asset, site), ...sources };
  }
  if (hero.type === 'film')
    return { type: 'video', href: site.urls.href(paths.asset(hero.asset.file)), isOwn: true };
  if (hero.type === 'video') return { type: 'video', href: hero.url, isOwn: false };
  return { type: 'link', href: hero.url };
}

/** A mirrored picture, with its size in pixels if known. */
export function pictureView({ file, width, height }: Asset, { urls }: SiteContext) {
  return { src: urls.href(paths.asset(file)), width, height };
}
