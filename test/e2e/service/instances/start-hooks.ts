import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A server that receives events at the addresses of several hooks. */
export interface Hooks extends AsyncDisposable {
  urls: string[];
  /** `PATH EVENT` of every delivery that was received. */
  received: Set<string>;
  /** Deliveries that arrived at a hook while another one was in progress. */
  doubled: string[];
}

/** Starts hooks that answer each event after a random time of up to `longestMs`. */
export async function startHooks(
  count: number,
  { random, longestMs }: { random: () => number; longestMs: number },
): Promise<Hooks> {
  const underway = new Map<string, number>();
  const received = new Set<string>();
  const doubled: string[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    const there = underway.get(path) ?? 0;
    const told = `${path} ${headers['webhook-id']}`;
    if (there > 0) doubled.push(told);
    underway.set(path, there + 1);
    // "close" is also emitted when the sender has disconnected.
    response.once('close', () => underway.set(path, (underway.get(path) ?? 1) - 1));
    request.resume();
    await delay(random() * longestMs);
    received.add(told);
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urls: Array.from({ length: count }, (_, n) => `http://127.0.0.1:${port}/hook-${n}`),
    received,
    doubled,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
