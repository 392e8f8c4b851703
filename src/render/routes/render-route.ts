import type { APIContext, APIRoute, RouteData, SSRManifest } from 'astro';
import { FetchState } from 'astro/fetch';
import { renderToString } from 'astro/runtime/server/index.js';

/** A path to render, with its route. */
export interface RoutePath {
  manifest: SSRManifest;
  routeData: RouteData;
  page: PageModule;
  /** Path below the base path. */
  pathname: string;
  params: Record<string, string | number | undefined>;
  props: Record<string, unknown>;
}

type PageModule = Parameters<FetchState['createResult']>[0];

/**
 * Renders a document.
 * @param onIncomplete called if the response has `Cache-Control: no-store` (RFC 9111, section
 * 5.2.2.5)
 */
export async function renderEndpoint(
  { page, params, props }: RoutePath,
  onIncomplete?: () => void,
): Promise<Uint8Array> {
  const { GET, textOf } = page as unknown as Endpoint;
  const context = { params, props } as unknown as APIContext;
  if (textOf) return Buffer.from(await textOf(context));
  const response = await GET(context);
  if (response.headers.get('cache-control') === 'no-store') onIncomplete?.();
  return new Uint8Array(await response.arrayBuffer());
}

interface Endpoint {
  GET: APIRoute;
  /** Returns only the text. Creating a `Response` would be costly for ten thousand documents. */
  textOf?(context: APIContext): Promise<string>;
}

/**
 * Renders a page as Astro does. Uses undocumented parts of Astro: `createResult`, and the metadata
 * that Astro's own `renderPage` sets. If they change, `app.render` of `astro/app/entrypoint` can
 * replace this function, but takes a fifth longer.
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

function requestFor({ manifest, pathname }: RoutePath): Request {
  const address = `${manifest.base}/${pathname}/`.replace(/\/{2,}/g, '/');
  return new Request(new URL(address, import.meta.env.SITE));
}
