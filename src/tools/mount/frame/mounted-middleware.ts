import {
  routeMiddleware as middleware,
  type RouteMiddleware,
} from 'virtual:starlight/route-middleware';

/** Before those of the site, which may add links of their own. */
export const routeMiddleware: RouteMiddleware[] = [leaveOutAlternates, ...middleware];

/** Starlight links every page to the same path in each language, which a mount does not have. */
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
