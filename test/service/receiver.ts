import { listen } from '../../src/lib/listen.ts';

interface Received {
  headers: Headers;
  body: string;
}

export interface Receiver extends AsyncDisposable {
  url: string;
  received: Received[];
  /** Settles when so many deliveries have come in. */
  until(count: number): Promise<void>;
}

/** A hook's other end: answers each delivery with the next status, the last one from then on. */
export async function startReceiver(...statuses: number[]): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = await listen({
    port: 0,
    fetch: async (request) => {
      received.push({ headers: request.headers, body: await request.text() });
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
      const status = statuses[received.length - 1] ?? statuses.at(-1) ?? 200;
      return new Response(null, { status, headers: { location: '/elsewhere' } });
    },
  });
  return {
    url: `${server.url}/hook`,
    received,
    until: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
