import {
  routeMiddleware as middleware,
  type RouteMiddleware,
} from 'virtual:starlight/route-middleware';

/**
 * Waymark's middleware runs first, so that it does not remove links that the site's own middleware
 * adds.
 */
export const routeMiddleware: RouteMiddleware[] = [leaveOutAlternates, ...middleware];

/**
 * Removes Starlight's links to the same page in other languages, because Waymark's pages exist in
 * one language only.
 */
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
