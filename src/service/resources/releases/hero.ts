import type { Hero } from '../../../model/api/parts.ts';
import type { Release } from '../../../model/api/release.ts';

/** The release as clients see it: pictures kept as paths are given as URIs of this service. */
export function showRelease(release: Release, origin: string): Release {
  const { hero, contributors } = release;
  const uri = (url: string) => (url.startsWith('/') ? new URL(url, origin).href : url);
  return {
    ...release,
    hero: hero && { ...hero, url: uri(hero.url) },
    contributors: contributors.map(({ avatar_url, ...rest }) => ({
      ...rest,
      avatar_url: avatar_url && uri(avatar_url),
    })),
  };
}

/** The hero as it is kept: one of this service's own files by its path, as its host may change. */
export function keptHero(hero: Hero, origin: string): Hero {
  const isOwn = hero.url.startsWith(`${origin}/files/`);
  return isOwn ? { ...hero, url: hero.url.slice(origin.length) } : hero;
}
