/**
 * The desk: pages below `/desk/` on which people manage keys, write releases and publish them. All
 * of it works without JavaScript. Other parts of the service do not know it.
 */
import { secureHeaders } from 'hono/secure-headers';
import { isLoopback } from '../../config/setting-schemas.ts';
import { isForwarded } from '../../lib/http/client-identity.ts';
import type { App, Parts } from '../http/app.ts';
import type { HttpContext } from '../http/handle.ts';
import { answerRoute } from './answer.ts';
import { assets } from './assets.ts';
import type { DeskOptions } from './route.ts';
import { routes } from './routes.ts';

const [none, self] = [["'none'"], ["'self'"]];
const secured = secureHeaders({
  contentSecurityPolicy: {
    ...{ defaultSrc: none, baseUri: none, imgSrc: [...self, 'data:'] },
    ...{ scriptSrc: self, styleSrc: self, fontSrc: self },
    ...{ frameSrc: self, formAction: self, frameAncestors: self },
  },
  // Browsers send no origin from pages with `no-referrer`, so only those with secret addresses
  // have it.
  referrerPolicy: 'same-origin',
  // The proxy decides about the whole host.
  ...{ strictTransportSecurity: false, originAgentCluster: false },
  // The preview has a policy of its own.
  overwrite: false,
});

/** Adds the desk to the service. */
export function serveDesk(options: DeskOptions): (app: App, parts: Parts) => void {
  return (app, parts) => {
    const { handle, send } = parts;
    app.use('/desk/*', secured, async (c, next) => {
      if (c.req.path.startsWith('/desk/sign-in/')) c.header('Referrer-Policy', 'no-referrer');
      return !options.isOnlyHere || isHere(c) ? next() : c.notFound();
    });
    for (const { path, ...asset } of assets(options.look)) {
      const answer = (c: HttpContext) => send(c, { ...asset, cacheControl: 'no-cache' });
      app.get(`/desk/${path}`, handle(`/desk/${path}`, 'public', answer));
    }
    for (const route of routes) {
      const path = `/desk${route.path}`;
      const answer = handle(path.replace(/:(\w+)/, '{$1}'), 'token', (c, caller) =>
        answerRoute(c, route, { ...parts, ...options, caller }),
      );
      app.on(route.method, path, answer);
    }
  };
}

/** Whether a request comes from this machine, and asks for an address of this machine. */
function isHere(c: HttpContext): boolean {
  const { remoteAddress = '' } = c.env.incoming.socket;
  const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
  const { hostname } = new URL(c.req.url);
  return isLocal && isLoopback(hostname) && !isForwarded(c.env.incoming.headers);
}
