import type { BlockList } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { arrivalOf, type Caller, identify } from '../../lib/http/client-identity.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Access } from './endpoint.ts';
import type { Guard } from './guard.ts';

type HttpContext = Context<{ Bindings: HttpBindings }>;

interface HandleOptions {
  guard: Guard;
  trustedProxies: BlockList;
  /** Where clients reach the service, whatever a request says; undefined lets the request say it. */
  publicUrl: string | undefined;
  clock: Clock;
  log: Log;
  /** Told which route a request takes. */
  onRoute?: ((incoming: object, path: string) => void) | undefined;
}

/** Makes a route's handler of what answers it: `path` is the route's pattern, for the log. */
export type Handle = (
  path: string,
  access: Access,
  answer: (c: HttpContext, client: Caller) => Response | Promise<Response>,
) => (c: HttpContext) => Promise<Response>;

/** Every call takes this way: identified, guarded, answered, written down. */
export function createHandle(options: HandleOptions): Handle {
  const { guard, trustedProxies, publicUrl, clock, log, onRoute } = options;
  return (path, access, answer) => async (c) => {
    onRoute?.(c.env.incoming, path);
    const started = clock.now().getTime();
    const caller = identify(arrivalOf(c.env.incoming, c.req.url), trustedProxies);
    const client = publicUrl === undefined ? caller : { ...caller, origin: publicUrl };
    const response = (await guard(c, access, client)) ?? (await answer(c, client));
    const { method } = c.req;
    const { status } = response;
    const level = method === 'GET' && status < 400 ? 'debug' : 'info';
    // The path itself may hold a secret token.
    log[level]({ method, path, status, ms: clock.now().getTime() - started }, 'answered');
    return response;
  };
}
