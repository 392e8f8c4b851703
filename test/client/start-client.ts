import { type Client, type ClientOptions, createClient } from '../../src/client/client.ts';
import type { Clock } from '../../src/lib/time/clock.ts';
import { type ScriptedServer, startServer } from '../support/scripted-server.ts';

export const key = 'key-that-must-stay-secret';

/** A clock whose waits end at once; it records them. */
export function hastyClock(): Clock & { waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => new Date('2026-03-01T09:00:00.000Z'),
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      waits.push(ms);
    },
  };
}

interface Started extends AsyncDisposable {
  client: Client;
  server: ScriptedServer;
  waits: number[];
}

/** Starts the real client and a real server with scripted answers. */
export async function startClient(
  answer: Parameters<typeof startServer>[0],
  over: Partial<ClientOptions> = {},
): Promise<Started> {
  const lifetimes = new AsyncDisposableStack();
  const server = lifetimes.use(await startServer(answer));
  const clock = hastyClock();
  const client = lifetimes.use(
    createClient({ baseUrl: server.url, key, auth: 'bearer', clock, random: () => 0.5, ...over }),
  );
  return {
    client,
    server,
    waits: clock.waits,
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/** The error message of a call that has to fail, with `http://api` for the server's address. */
export async function messageOf(failing: Promise<unknown>, server: ScriptedServer) {
  const error = await failing.then(
    () => new Error('it did not fail'),
    (reason: Error) => reason,
  );
  return error.message.replaceAll(server.url, 'http://api');
}
