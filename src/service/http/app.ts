import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { Log } from '../../lib/log.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Endpoint } from './endpoint.ts';
import type { Handle } from './handle.ts';
import { problem } from './problem.ts';
import { answerRead, answerWrite } from './respond.ts';

export type App = Hono<{ Bindings: HttpBindings }>;

interface AppOptions {
  endpoints: readonly Endpoint[];
  handle: Handle;
  cache: AnswerCache;
  log: Log;
}

/** The API over HTTP: its endpoints, and the error body for everything else. */
export function createApp({ endpoints, handle, cache, log }: AppOptions): App {
  const app: App = new Hono();
  for (const endpoint of endpoints) {
    const { method, path, access } = endpoint;
    const answer = handle(path, access, (c, client) =>
      method === 'GET'
        ? answerRead(c, endpoint, { client, cache })
        : answerWrite(c, endpoint, client),
    );
    app.on(method, honoPath(path), answer);
  }
  refuseOtherMethods(app, endpoints, handle);
  app.all('/v1/*', handle('/v1/*', 'key', nothingHere));
  app.notFound(handle('*', 'public', nothingHere));
  app.onError((error, c) => {
    log.error({ err: error }, 'a request failed');
    return problem(c, 500, 'Something went wrong here; it is not your request.');
  });
  return app;
}

function refuseOtherMethods(app: App, endpoints: readonly Endpoint[], handle: Handle): void {
  for (const [path, rows] of Map.groupBy(endpoints, (row) => row.path)) {
    const methods = rows.map(({ method }) => method).join(', ');
    const refuse = (c: Context) => {
      c.header('Allow', methods);
      return problem(c, 405, `This address takes ${methods}.`);
    };
    app.all(honoPath(path), handle(path, rows[0]?.access ?? 'key', refuse));
  }
}

function nothingHere(c: Context): Response {
  return problem(c, 404, 'There is nothing at this address.');
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
