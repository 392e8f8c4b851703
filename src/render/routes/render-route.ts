import type { APIContext, APIRoute, RouteData, SSRManifest } from 'astro';
import type { createApp } from 'astro/app/entrypoint';
import { FetchState } from 'astro/fetch';
import { renderToString } from 'astro/runtime/server/index.js';

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

/**
 * The bytes of a document.
 * @param onLack told when it says that it is not to be kept (RFC 9111, section 5.2.2.5)
 */
export async function renderEndpoint(
  { page, params, props }: RoutePath,
  onLack?: () => void,
): Promise<Uint8Array> {
  const { GET, textOf } = page as unknown as Endpoint;
  const context = { params, props } as unknown as APIContext;
  if (textOf) return Buffer.from(await textOf(context));
  const response = await GET(context);
  if (response.headers.get('cache-control') === 'no-store') onLack?.();
  return new Uint8Array(await response.arrayBuffer());
}

interface Endpoint {
  GET: APIRoute;
  /** A response around each of ten thousand texts takes a while. */
  textOf?(context: APIContext): Promise<string>;
}

/**
 * The bytes of a page, as Astro renders it. `createResult` and what its `renderPage` notes down of a
 * page are not documented: should they go, pages are rendered by `app.render` again (`entry.ts`), for
 * a fifth more time.
 */
export async function renderPage(path: RoutePath): Promise<Uint8Array> {
  const { routeData, page, props } = path;
  const state = new FetchState(requestFor(path));
  state.routeData = routeData;
  state.componentInstance = page;
  state.props = props;
  const result = await state.createResult(page, state.getActionAPIContext());
  const { containsHead = false, propagation } =
    result.componentMetadata.get(page.default.moduleId ?? '') ?? {};
  result._metadata.headInTree = containsHead;
  result._metadata.routeHasPropagation = propagation === 'self' || propagation === 'in-tree';
  const text = await renderToString(result, page.default, props, {}, true, routeData);
  if (typeof text !== 'string') throw new Error(`${routeData.route} is not a page.`);
  return Buffer.from(text);
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
