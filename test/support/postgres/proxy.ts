import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';

export interface PostgresProxy extends AsyncDisposable {
  port: number;
  /** Holds back all data in both directions without closing connections; still accepts new ones. */
  stall(): void;
  /** Ends every connection, like a server that was killed. */
  cut(): void;
  /** Ends every connection, and accepts no new ones. */
  refuse(): Promise<void>;
  /** Returns to normal; data that was held back is passed on. */
  resume(): Promise<void>;
  /**
   * Loses the next `commit`, or PostgreSQL's answer to it.
   * @param end ends that connection
   */
  loseCommit(what: 'commit' | 'answer', end: () => void): void;
  /** The number of open connections. */
  readonly connections: number;
}

/**
 * A proxy between a service and PostgreSQL's socket, on a local port.
 * @param tls makes the proxy accept TLS, which PostgreSQL does not offer over a socket
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

/**
 * The client asks for TLS with an eight-byte message, and starts the handshake after the answer
 * "S".
 */
async function answerTls(client: Socket, options: { key: string; cert: string }): Promise<Duplex> {
  await once(client, 'data');
  client.write('S');
  return new TLSSocket(client, { isServer: true, secureContext: createSecureContext(options) });
}
