import type { IncomingMessage } from 'node:http';
import { listen } from '../../src/lib/http/listen.ts';

interface Asked {
  /** Including the query. */
  path: string;
  headers: Headers;
}

export interface ScriptedServer extends AsyncDisposable {
  url: string;
  /** All requests so far, in order. */
  asked: Asked[];
}

/**
 * A real server on a free port that answers as a test tells it to.
 * @param answer `turn` counts the requests from 0
 */
export async function startServer(
  answer: (path: string, turn: number, incoming: IncomingMessage) => Response | Promise<Response>,
): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  const server = await listen({
    port: 0,
    fetch: ({ url, headers }, { incoming }) => {
      const { pathname, search } = new URL(url);
      asked.push({ path: pathname + search, headers });
      return answer(pathname, asked.length - 1, incoming as IncomingMessage);
    },
  });
  return { url: server.url, asked, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
