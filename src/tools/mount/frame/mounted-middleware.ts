import {
  routeMiddleware as middleware,
  type RouteMiddleware,
} from 'virtual:starlight/route-middleware';

/**
 * Waymark's middleware runs first, because the site's own middleware may add links that must stay.
 */
export const routeMiddleware: RouteMiddleware[] = [leaveOutAlternates, ...middleware];

/**
 * Removes Starlight's links to the same path in other languages, because a mount has no pages
 * there.
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
