import { manifest } from 'virtual:astro:manifest';
import type { GetStaticPathsItem, RouteData, SSRManifest } from 'astro';
import { fromFeatures } from '../../features/registry.ts';
import { renewViews, views } from '../../pages/_plan.ts';
import { collections, config, urls } from '../../pages/_source.ts';
import { pagePolicy } from '../../site/shell/head/policy.ts';
import type { ListingIndex } from '../../store/read/listings.ts';
import { type RoutePath, renderEndpoint, renderPage } from './render-route.ts';
import type { Task } from './task.ts';

// Entry point of a compiled renderer. It plans the pages and documents of the site.

Object.assign(manifest, { site: import.meta.env.SITE, base: urls.base });
allowInPages(manifest);

/**
 * Plans every file of a site. If several routes have the same path, Astro's order of routes
 * decides.
 * @param known listings of the last plan
 * @param now start of the build
 * @returns the tasks, the listings for the next call, and notes that features reported
 */
export async function plan(known: ListingIndex, now: Date) {
  renewViews(now);
  collections.useIndex(known);
  const tasks = await planRoutes();
  const notes = fromFeatures(await views(), (one, plan) => one.notes?.(plan));
  return { tasks, index: collections.index(), notes };
}

/** Adds the policy of the settings to the hashes of scripts and styles that Astro compiled. */
function allowInPages({ csp }: SSRManifest): void {
  const { directives, scripts, styles } = pagePolicy(config);
  for (const [directive, { resources, hashes }] of [
    [csp?.scriptDirective, scripts],
    [csp?.styleDirective, styles],
  ] as const)
    if (directive)
      Object.assign(directive, { resources, hashes: [...hashes, ...directive.hashes] });
  Object.assign(csp ?? {}, { directives });
}

/**
 * Plans a task for each path of each route. If several routes have the same path, the first one in
 * Astro's order wins.
 */
async function planRoutes(): Promise<Task[]> {
  const tasks = new Map<string, Task>();
  for (const { routeData } of manifest.routes) {
    if (routeData.origin === 'internal') continue;
    const load = manifest.pageMap?.get(routeData.component);
    if (!load) throw new Error(`No module of the renderer has the route ${routeData.route}.`);
    const page = (await (await load()).page()) as OwnModule;
    const staticPaths = (await page.getStaticPaths?.()) ?? [{ params: {} }];
    for (const { params, props = {}, cacheKey } of staticPaths) {
      const pathname = pathnameOf(routeData, params);
      const path = outputPath(routeData, pathname);
      if (tasks.has(path)) continue;
      const routePath = { manifest, routeData, page, pathname, params, props };
      tasks.set(path, {
        path,
        key: cacheKey === undefined ? undefined : String(cacheKey),
        isCached: page.isCached ?? false,
        group: page.fileGroup?.(props),
        run: (onIncomplete) =>
          routeData.type === 'endpoint'
            ? renderEndpoint(routePath, onIncomplete)
            : renderPage(routePath),
      });
    }
  }
  return [...tasks.values()];
}

/**
 * The module of a page. Waymark's pages do not use Astro's pagination, so `getStaticPaths` takes no
 * arguments.
 */
type OwnModule = Omit<RoutePath['page'], 'getStaticPaths'> & {
  getStaticPaths?: () => Promise<GetStaticPathsItem[]> | GetStaticPathsItem[];
  fileGroup?: (props: RoutePath['props']) => string | undefined;
  /** Whether the rendered files are cached, because rendering them takes long. */
  isCached?: boolean;
};

/** Returns a path such as `/releases/a` for the route `/releases/[slug]`. */
function pathnameOf({ segments }: RouteData, params: Record<string, unknown>): string {
  const parts = segments.map((segment) =>
    segment
      .map(({ content, dynamic }) =>
        dynamic ? (params[content.replace(/^\.{3}/, '')] ?? '') : content,
      )
      .join(''),
  );
  return `/${parts.filter((part) => part !== '').join('/')}`;
}

/**
 * The path of a route's file, as in Astro's own output. Every page is an `index.html` in its own
 * folder, except `404.html`.
 */
function outputPath({ type, route }: RouteData, pathname: string): string {
  const name = pathname.slice(1);
  if (type === 'endpoint') return name;
  // Compares the route and not the path, because the archive of the year 404 also has the path
  // `/404`.
  if (route === '/404') return '404.html';
  return name === '' ? 'index.html' : `${name}/index.html`;
}
