import type { GetStaticPathsItem, RouteData, SSRManifest } from 'astro';
import { type RoutePath, renderEndpoint, type renderPage } from './render-route.ts';
import type { Task } from './task.ts';

/**
 * A task for each path of each route. Of routes that give the same path the first has it, as they
 * are sorted by Astro.
 */
export async function planRoutes(
  manifest: SSRManifest,
  render: typeof renderPage,
): Promise<Task[]> {
  const tasks = new Map<string, Task>();
  for (const { routeData } of manifest.routes) {
    if (routeData.origin === 'internal') continue;
    const load = manifest.pageMap?.get(routeData.component);
    if (!load) throw new Error(`No module of the renderer has the route ${routeData.route}.`);
    const page = (await (await load()).page()) as OwnModule;
    const found = (await page.getStaticPaths?.()) ?? [{ params: {} }];
    for (const { params, props = {}, cacheKey } of found) {
      const pathname = pathnameOf(routeData, params);
      const path = outputPath(routeData, pathname);
      if (tasks.has(path)) continue;
      const routePath = { manifest, routeData, page, pathname, params, props };
      tasks.set(path, {
        path,
        key: cacheKey === undefined ? undefined : String(cacheKey),
        kept: page.keptWith,
        group: page.fileGroup?.(props),
        run: (onLack) =>
          routeData.type === 'endpoint' ? renderEndpoint(routePath, onLack) : render(routePath),
      });
    }
  }
  return [...tasks.values()];
}

/** Waymark's own pages: none asks Astro for anything, such as pagination. */
type OwnModule = Omit<RoutePath['page'], 'getStaticPaths'> & {
  getStaticPaths?: () => Promise<GetStaticPathsItem[]> | GetStaticPathsItem[];
  fileGroup?: (props: RoutePath['props']) => string | undefined;
  keptWith?: Task['kept'];
};

/** `/releases/a` for the route `/releases/[slug]`. */
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

/** Where Astro puts it: in a folder of its own, but for the page of what is not there. */
function outputPath({ type, route }: RouteData, pathname: string): string {
  const name = pathname.slice(1);
  if (type === 'endpoint') return name;
  // The archive of the year 404 is called so too.
  if (route === '/404') return '404.html';
  return name === '' ? 'index.html' : `${name}/index.html`;
}
