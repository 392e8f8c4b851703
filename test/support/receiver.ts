import { listen } from '../../src/lib/http/listen.ts';

interface Received {
  path: string;
  headers: Headers;
  body: string;
}

export interface Receiver extends AsyncDisposable {
  url: string;
  received: Received[];
  /** Resolves with the last delivery when this many have come in. */
  until(count: number): Promise<Received>;
}

type Reply = number | Promise<number>;

/**
 * A webhook receiver: answers each delivery with the next status, and keeps repeating the last one.
 */
export async function startReceiver(...replies: Reply[]): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Map<number, PromiseWithResolvers<Received>>();
  const arrival = (count: number) => {
    const known = waiting.get(count) ?? Promise.withResolvers<Received>();
    waiting.set(count, known);
    return known;
  };
  const server = await listen({
    port: 0,
    fetch: async (request) => {
      const { pathname: path } = new URL(request.url);
      const message = { path, headers: request.headers, body: await request.text() };
      const count = received.push(message);
      arrival(count).resolve(message);
      const status = await (replies[count - 1] ?? replies.at(-1) ?? 200);
      return new Response(null, { status, headers: { location: '/elsewhere' } });
    },
  });
  return {
    url: `${server.url}/hook`,
    received,
    until: (count) => arrival(count).promise,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
