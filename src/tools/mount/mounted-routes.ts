import { globSync } from 'node:fs';
import { featureRoutes } from '../../features/registry.ts';
import type { Mount } from './mount.ts';
import { sources } from './sources.ts';

/**
 * A route that Waymark adds to the host site: a pattern such as `/changelog/releases/[slug]`, and
 * the path of the route's file below `src/`.
 */
export type MountedRoute = (typeof featureRoutes)[number];

/** Routes of `src/pages/` that are not added to a host site, because the host site has its own. */
const hostRoutes = new Set(['404.astro', '[...own].astro', '[icon].ico.ts']);

/** All routes that Waymark adds to the host site, sorted by pattern. */
export function mountedRoutes({ base }: Pick<Mount, 'base'>): MountedRoute[] {
  return globSync('**/*.{astro,ts}', { cwd: `${sources}pages` })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/(?:^|\/)_/.test(file) && !hostRoutes.has(file))
    .map((file) => ({ pattern: `/${file.replace(/\.(?:astro|ts)$/, '')}`, page: `pages/${file}` }))
    .concat(featureRoutes)
    .sort((one, other) => (one.pattern < other.pattern ? -1 : 1))
    .map(({ pattern, page }) => ({ pattern: `/${base}${pattern}`, page }));
}
