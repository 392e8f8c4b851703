import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';

export interface PostgresProxy extends AsyncDisposable {
  port: number;
  /** Lets nothing through any more, in either direction, and closes nothing; takes new connections. */
  stall(): void;
  /** Ends every connection, as a server that was killed does. */
  cut(): void;
  /** Ends every connection, and takes no new one. */
  refuse(): Promise<void>;
  /** As it was in the beginning; what was stalled goes on. */
  resume(): Promise<void>;
  /**
   * Has the next `commit` be lost on its way, or what PostgreSQL answers to it.
   * @param end what ends its connection then
   */
  loseCommit(what: 'commit' | 'answer', end: () => void): void;
  /** Connections now. */
  readonly connections: number;
}

/**
 * Stands between a service and PostgreSQL's socket, on a port of this machine.
 * @param tls speaks TLS as PostgreSQL would, which does so over no socket
 */
export async function startProxy(
  folder: string,
  tls?: { key: string; cert: string },
): Promise<PostgresProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let isStalled = false;
  let losing: { what: 'commit' | 'answer'; end: () => void } | undefined;
  const server = createServer(async (client) => {
    const upstream = connect(join(folder, '.s.PGSQL.5432'));
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    for (const [one, other] of [pair, pair.toReversed() as typeof pair]) {
      one.on('error', () => {});
      one.once('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
    const open = tls ? await answerTls(client, tls) : client;
    open.on('error', () => {});
    let isLosing = false;
    open.on('data', (bytes: Buffer) => {
      isLosing ||= losing !== undefined && bytes.includes('commit\0');
      if (isLosing && losing?.what === 'commit') losing.end();
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (isLosing) losing?.end();
      else open.write(bytes);
    });
    if (isStalled) for (const one of pair) one.pause();
  });
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return (server.address() as { port: number }).port;
  };
  const cut = () => {
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  };
  const refuse = async () => {
    cut();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  const port = await listen(0);
  return {
    port,
    cut,
    refuse,
    stall() {
      isStalled = true;
      for (const one of [...pairs].flat()) one.pause();
    },
    loseCommit(what, end) {
      losing = {
        what,
        end() {
          losing = undefined;
          end();
        },
      };
    },
    async resume() {
      isStalled = false;
      for (const one of [...pairs].flat()) one.resume();
      if (!server.listening) await listen(port);
    },
    get connections() {
      return pairs.size;
    },
    [Symbol.asyncDispose]: refuse,
  };
}

/** The client asks for TLS in eight bytes, and begins once it was told "S". */
async function answerTls(client: Socket, options: { key: string; cert: string }): Promise<Duplex> {
  await once(client, 'data');
  client.write('S');
  return new TLSSocket(client, { isServer: true, secureContext: createSecureContext(options) });
}
