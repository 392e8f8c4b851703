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
  /** Public origin of the service; taken from the request if undefined. */
  publicUrl: string | undefined;
  clock: Clock;
  log: Log;
  /** Takes the route of each request. */
  onRoute?: ((incoming: object, path: string) => void) | undefined;
}

/** Makes a route's handler. `path` is the route's pattern, for the log. */
export type Handle = (
  path: string,
  access: Access,
  answer: (c: HttpContext, client: Caller) => Response | Promise<Response>,
) => (c: HttpContext) => Promise<Response>;

/** Identifies, guards, answers and logs each call. */
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
    // Logs the pattern: the path may hold a secret token.
    log[level]({ method, path, status, ms: clock.now().getTime() - started }, 'answered');
    return response;
  };
}
