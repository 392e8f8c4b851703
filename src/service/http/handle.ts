import type { BlockList } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { type Awaitable, andThen } from '../../lib/and-then.ts';
import { arrivalOf, type Caller, identify } from '../../lib/http/client-identity.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Access } from './endpoint.ts';
import type { Guard } from './guard.ts';

type HttpContext = Context<{ Bindings: HttpBindings }>;
type Answered = Awaitable<Response>;

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
  answer: (c: HttpContext, client: Caller) => Answered,
) => (c: HttpContext) => Answered;

/** Every call takes this way: identified, guarded, answered, written down. */
export function createHandle(options: HandleOptions): Handle {
  const { guard, trustedProxies, publicUrl, clock, log, onRoute } = options;
  return (path, access, answer) => (c) => {
    onRoute?.(c.env.incoming, path);
    const record = createRecord({ clock, log }, c.req.method, path);
    const caller = identify(arrivalOf(c.env.incoming, c.req.url), trustedProxies);
    const client = publicUrl === undefined ? caller : { ...caller, origin: publicUrl };
    const refused = guard(c, access, client);
    return andThen(
      andThen(refused, (refusal) => refusal ?? answer(c, client)),
      record,
    );
  };
}

/** Logs the pattern of the path and never the path itself, which may hold a secret token. */
function createRecord(
  { clock, log }: Pick<HandleOptions, 'clock' | 'log'>,
  method: string,
  path: string,
) {
  const started = clock.now().getTime();
  return (response: Response) => {
    const { status } = response;
    const level = method === 'GET' && status < 400 ? 'debug' : 'info';
    log[level]({ method, path, status, ms: clock.now().getTime() - started }, 'answered');
    return response;
  };
}
