import type { APIContext, APIRoute, RouteData, SSRManifest } from 'astro';
import type { createApp } from 'astro/app/entrypoint';
import { FetchState } from 'astro/fetch';
import { renderPage as renderToResponse } from 'astro/runtime/server/index.js';

/** One path of a route. */
export interface RoutePath {
  manifest: SSRManifest;
  routeData: RouteData;
  /** The route's module. */
  page: PageModule;
  /** Below the base. */
  pathname: string;
  params: Record<string, string | number | undefined>;
  props: Record<string, unknown>;
}

type PageModule = Parameters<FetchState['createResult']>[0];

/** The bytes of a document. */
export async function renderEndpoint({ page, params, props }: RoutePath): Promise<Uint8Array> {
  const { GET } = page as unknown as { GET: APIRoute };
  const response = await GET({ params, props } as unknown as APIContext);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * The bytes of a page, as Astro renders it. `createResult` is not documented: should it go, pages
 * are rendered by `app.render` again (`entry.ts`), for a fifth more time.
 */
export async function renderPage(path: RoutePath): Promise<Uint8Array> {
  const { routeData, page, props } = path;
  const state = new FetchState(requestFor(path));
  state.routeData = routeData;
  state.componentInstance = page;
  state.props = props;
  const result = await state.createResult(page, state.getActionAPIContext());
  const response = await renderToResponse(result, page.default, props, {}, false, routeData);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Renders through Astro's public API. It matches the route and plans its paths again, and keeps
 * them for as long as the renderer lives: of pages that were planned anew it would show the old.
 */
export function renderThrough(app: ReturnType<typeof createApp>): typeof renderPage {
  return async (path) => {
    const response = await app.render(requestFor(path), { routeData: path.routeData });
    return new Uint8Array(await response.arrayBuffer());
  };
}

function requestFor({ manifest, pathname }: RoutePath): Request {
  const address = `${manifest.base}/${pathname}/`.replace(/\/{2,}/g, '/');
  return new Request(new URL(address, manifest.site));
}
