import {
  routeMiddleware as middleware,
  type RouteMiddleware,
} from 'virtual:starlight/route-middleware';

/** Runs before the site's own middleware, which may add links. */
export const routeMiddleware: RouteMiddleware[] = [leaveOutAlternates, ...middleware];

/** Starlight links each page to the same path in other languages, where a mount has no pages. */
async function leaveOutAlternates(
  { locals }: Parameters<RouteMiddleware>[0],
  next: () => Promise<void>,
): Promise<void> {
  if (locals.isWaymark) {
    const { starlightRoute: route } = locals;
    route.head = route.head.filter(({ attrs }) => attrs?.hreflang === undefined);
  }
  await next();
}
