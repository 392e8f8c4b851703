import type { Release } from '../../model/release.ts';

/** The release as clients see it: a hero kept as a path is given as a URI of this service. */
export function showRelease(release: Release, origin: string): Release {
  const { hero } = release;
  if (!hero?.url.startsWith('/')) return release;
  return { ...release, hero: { ...hero, url: new URL(hero.url, origin).href } };
}
