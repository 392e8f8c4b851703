/**
 * The desk: pages below `/desk/` on which people manage keys, write releases and publish them. All
 * of it works without JavaScript. Other parts of the service do not know it.
 */
import { randomUUID } from 'node:crypto';
import { secureHeaders } from 'hono/secure-headers';
import { isLoopback } from '../../config/setting-schemas.ts';
import { isForwarded } from '../../lib/http/client-identity.ts';
import type { App, Parts } from '../http/app.ts';
import type { HttpContext } from '../http/handle.ts';
import { answerRoute } from './answer.ts';
import { enhance } from './enhance.ts';
import { addressOf } from './page.ts';
import { keyRoutes } from './pages/keys.ts';
import { moreRoutes } from './pages/more.ts';
import { previewRoutes } from './pages/preview.ts';
import { sendForm, showStored } from './pages/release-form.ts';
import { showReleases } from './pages/releases.ts';
import { userRoutes } from './pages/users.ts';
import { type DeskOptions, get, post, type Route } from './route.ts';

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
    const serve = (name: string, type: string, content: string | Uint8Array) => {
      const asset = { bytes: new Uint8Array(Buffer.from(content)), type, cacheControl: 'no-cache' };
      app.get(
        `/desk/${name}`,
        handle(`/desk/${name}`, 'public', (c) => send(c, asset)),
      );
    };
    serve('look.css', 'text/css; charset=utf-8', options.look.css);
    serve('desk.js', 'text/javascript; charset=utf-8', `(${enhance})();`);
    for (const [name, font] of Object.entries(options.look.fonts)) serve(name, 'font/woff2', font);
    for (const route of routes) {
      const path = `/desk${route.path}`;
      const answer = handle(path.replace(/:(\w+)/, '{$1}'), 'token', (c, caller) =>
        answerRoute(c, route, { ...parts, ...options, caller }),
      );
      app.on(route.method, path, answer);
    }
  };
}

/** All pages and actions of the desk, with the role that each needs. */
export const routes: readonly Route[] = [
  get('', 'writer', () => ({ to: '/desk/' })),
  get('/', 'writer', showReleases),
  // The id is chosen first, so that a double submit makes one release.
  get('/new', 'writer', () => ({ to: addressOf(randomUUID()) })),
  get('/releases/:id', 'writer', showStored),
  post('/releases/:id', 'writer', sendForm),
  post('/releases/:id/publish', 'publisher', sendForm),
  ...previewRoutes,
  ...keyRoutes,
  ...moreRoutes,
  ...userRoutes,
];

/** Whether a request comes from this machine, and asks for an address of this machine. */
function isHere(c: HttpContext): boolean {
  const { remoteAddress = '' } = c.env.incoming.socket;
  const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
  const { hostname } = new URL(c.req.url);
  return isLocal && isLoopback(hostname) && !isForwarded(c.env.incoming.headers);
}
