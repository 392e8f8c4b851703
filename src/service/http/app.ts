import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { DatabaseUnavailableError } from '../../lib/database/unavailable.ts';
import type { Log } from '../../lib/log.ts';
import { TooLongError } from '../database/too-long.ts';
import { type WriteQueue, WriteRefusedError } from '../database/write-queue.ts';
import type { Deps } from '../endpoints/deps.ts';
import type { KeyUsage } from '../keys/usage.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Endpoint } from './endpoint.ts';
import type { LimitCalls } from './guard.ts';
import type { Handle, HttpEnv } from './handle.ts';
import { problem, unavailable } from './problem.ts';
import type { ReadingLimit } from './reading-limit.ts';
import { answerCall } from './respond.ts';
import type { Send } from './send.ts';
import type { UploadQueue } from './upload-queue.ts';

export type App = Hono<HttpEnv>;

interface AppOptions {
  endpoints: readonly Endpoint[];
  handle: Handle;
  /** Undefined if the database does not report writes by other processes. */
  cache: AnswerCache | undefined;
  log: Log;
  inTurn: WriteQueue;
  /** Limits how many request bodies from callers without a key are read at once. */
  limitReading: ReadingLimit;
  uploads: UploadQueue;
  usage: KeyUsage;
  send: Send;
  limitCalls: LimitCalls;
  /** Counts answers. */
  counting?: MiddlewareHandler<HttpEnv> | undefined;
}

/** What other pages of the service need, such as the desk. */
export interface Parts
  extends Pick<AppOptions, 'handle' | 'inTurn' | 'log' | 'limitReading' | 'uploads' | 'send'> {
  deps: Deps;
  /** Whether the environment has a key. */
  hasEnvironmentKey: boolean;
}

type Answering = Parameters<Handle>[2];

export function createApp(options: AppOptions): App {
  const { endpoints, handle, cache, log, limitReading, inTurn, limitCalls, send } = options;
  const { uploads, usage } = options;
  const app: App = new Hono();
  if (options.counting) app.use(options.counting);
  for (const endpoint of endpoints) {
    const { method, path, access, limitedBy } = endpoint;
    const answer: Answering = async (c, client) =>
      (limitedBy && (await limitCalls(c, client, limitedBy))) ??
      answerCall(c, endpoint, { client, cache, limitReading, inTurn, uploads, usage, send });
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), handle(path, access, answer));
  }
  app.notFound(createFallback(endpoints, handle));
  app.onError((error, c) => {
    if (error instanceof DatabaseUnavailableError) {
      log.warn({ err: error }, 'the database was not available');
      return unavailable(c, error.retryAfter);
    }
    // Not logged: callers without a key could cause any number of these errors.
    if (error instanceof WriteRefusedError) return unavailable(c, 1);
    if (error instanceof TooLongError) return problem(c, 400, error.message);
    // Not logged: the client closed the connection before the whole body arrived.
    if ('code' in error && error.code === 'ECONNRESET')
      return problem(c, 400, 'The request broke off.');
    log.error({ err: error }, 'a request failed');
    return problem(c, 500, 'The service has failed. Your request is not the cause.');
  });
  return app;
}

/**
 * Answers requests that match no endpoint: with 405 if another method exists for the address,
 * otherwise with 404. Under `/v1`, requests without a key get 401 instead of 404.
 */
function createFallback(endpoints: readonly Endpoint[], handle: Handle): ReturnType<Handle> {
  const addresses = [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, rows]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    answer: handle(path, rows[0]?.access ?? 'key', refuseMethod(rows)),
  }));
  const underV1 = handle('/v1/*', 'key', nothingHere);
  const elsewhere = handle('*', 'public', nothingHere);
  return (c) => {
    const { path } = c.req;
    const address = addresses.find(({ pattern }) => pattern.test(path));
    return (address?.answer ?? (path.startsWith('/v1/') ? underV1 : elsewhere))(c);
  };
}

/** Creates the handler that answers 405 for all other methods of an address. */
export function refuseMethod(rows: readonly Pick<Endpoint, 'method'>[]) {
  const methods = rows.map(({ method }) => method).join(', ');
  return (c: Context) => {
    c.header('Allow', methods);
    return problem(c, 405, `This address takes ${methods}.`);
  };
}

function nothingHere(c: Context): Response {
  return problem(c, 404, 'There is nothing at this address.');
}
