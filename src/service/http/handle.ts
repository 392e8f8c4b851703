import type { BlockList } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { type Caller, identify } from '../../lib/http/client-identity.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { withoutZero } from './details.ts';
import type { Access } from './endpoint.ts';
import type { Guard } from './guard.ts';
import { problem } from './problem.ts';

export interface HttpEnv {
  Bindings: HttpBindings;
  /** The pattern of the route that answers the request. */
  Variables: { route?: string };
}

export type HttpContext = Context<HttpEnv>;

interface HandleOptions {
  guard: Guard;
  trustedProxies: BlockList;
  /** Public origin of the service; taken from the request if undefined. */
  publicUrl: string | undefined;
  clock: Clock;
  log: Log;
}

/** Makes the handler of a route. `path` is the route's pattern, which is logged. */
export type Handle = (
  path: string,
  access: Access,
  answer: (c: HttpContext, client: Caller) => Response | Promise<Response>,
) => (c: HttpContext) => Promise<Response>;

/**
 * Creates a function whose handlers identify the caller, check keys and limits, answer, and log
 * each call.
 */
export function createHandle(options: HandleOptions): Handle {
  const { guard, trustedProxies, publicUrl, clock, log } = options;
  return (path, access, answer) => async (c) => {
    // The fallback may run after the handler of a route. Then the pattern of that route stays.
    if (!c.get('route')) c.set('route', path);
    const started = clock.now().getTime();
    const caller = identify(c.env.incoming, c.req.url, trustedProxies);
    const client = publicUrl === undefined ? caller : { ...caller, origin: publicUrl };
    const response = (await guard(c, access, client)) ?? refuseZero(c) ?? (await answer(c, client));
    const { method } = c.req;
    const { status } = response;
    const level = method === 'GET' && status < 400 ? 'debug' : 'info';
    // Logs the pattern instead of the path, which may contain a secret token.
    log[level]({ method, path, status, ms: clock.now().getTime() - started }, 'answered');
    return response;
  };
}

/** Refuses addresses that contain U+0000, because PostgreSQL rejects this character. */
function refuseZero(c: Context): Response | undefined {
  if (!c.req.url.includes('%00')) return undefined;
  return problem(c, 400, 'The address is not valid.', { address: withoutZero });
}
