import type { Hero } from '../../model/parts.ts';
import type { Release } from '../../model/release.ts';

/** The release as clients see it: a hero kept as a path is given as a URI of this service. */
export function showRelease(release: Release, origin: string): Release {
  const { hero } = release;
  if (!hero?.url.startsWith('/')) return release;
  return { ...release, hero: { ...hero, url: new URL(hero.url, origin).href } };
}

/** The hero as it is kept: one of this service's own files by its path, as its host may change. */
export function keptHero(hero: Hero, origin: string): Hero {
  const isOwn = hero.url.startsWith(`${origin}/files/`);
  return isOwn ? { ...hero, url: hero.url.slice(origin.length) } : hero;
}
