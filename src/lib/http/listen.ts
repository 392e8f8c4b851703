import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { refuse } from './hang-up.ts';
import { AddressError, PortTakenError } from './listen-errors.ts';
import { oneAtATime } from './one-at-a-time.ts';

export interface Listening extends AsyncDisposable {
  /** Where the server answers, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
}

export interface ListenOptions {
  fetch: (request: Request, env: { incoming: unknown }) => Response | Promise<Response>;
  /** 0 takes any free port. */
  port: number;
  hostname?: string;
  /** The JSON that answers what is not a request at all; an empty answer where none is given. */
  malformed?: string;
  /** How long a request may take to come in whole, in milliseconds; Node's five minutes if not said. */
  timeoutMs?: number;
  /** How long what is under way may take to end when the server is closed, in milliseconds. */
  graceMs?: number;
  /** How many connections may be open at once. */
  maxConnections?: number;
  /** How long nothing may be sent or taken over a connection, in milliseconds. */
  idleMs?: number;
}

/** Shorter than the ten seconds after which `docker stop` kills. */
const defaultGraceMs = 5000;

/** More than a burst of readers has, and little memory where each holds half a request. */
const defaultMaxConnections = 2048;

/** Who takes nothing of an answer for so long has gone, or holds it back on purpose. */
const defaultIdleMs = 120_000;

/** Connections that wait in line, at most: of a burst of a thousand, Node's 511 let the rest be reset. */
const backlog = 4096;

/**
 * Serves a fetch handler over HTTP until disposed; disposing waits for running requests, and cuts
 * off what is not over after a grace: somebody who says nothing must not keep it for ever.
 * @throws PortTakenError @throws AddressError
 */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { port, hostname = '127.0.0.1', graceMs = defaultGraceMs } = options;
  const server = createListener(options);
  try {
    server.listen({ port, host: hostname, backlog });
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new PortTakenError(port, { cause: error });
    throw new AddressError(
      `${hostname}:${port} cannot be listened on (${message}). Choose another address or port.`,
      { cause: error },
    );
  }
  const bound = boundPort(server);
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  return {
    url: `http://${host}:${bound}`,
    port: bound,
    [Symbol.asyncDispose]: () => close(server, graceMs),
  };
}

/** Listens on the next free port from `port` on, for people who only want it to run. */
export async function listenNear(options: ListenOptions, tries = 20): Promise<Listening> {
  try {
    return await listen(options);
  } catch (error) {
    if (!(error instanceof PortTakenError) || tries <= 1) throw error;
    return listenNear({ ...options, port: options.port + 1 }, tries - 1);
  }
}

function createListener(options: ListenOptions): Server {
  const { fetch, malformed = '', timeoutMs, idleMs = defaultIdleMs } = options;
  const listener = getRequestListener(fetch as FetchCallback, {
    errorHandler: (error) =>
      new Response(malformed, {
        status: error instanceof RequestError ? 400 : 500,
        headers: { 'Content-Type': 'application/json', Connection: 'close' },
      }),
  });
  // A missing host is refused by the listener, like any request that cannot be understood.
  const server: Server = createServer(
    { requireHostHeader: false, ...hurry(timeoutMs) },
    oneAtATime(listener, () => server.listening),
  );
  server.setTimeout(idleMs);
  boundConnections(server, options.maxConnections ?? defaultMaxConnections);
  server.on('clientError', (error, socket) => refuse(error, socket, malformed));
  // Connections that are busy when the server closes would otherwise be kept alive for a while.
  server.on('request', (_request, response) => {
    response.once('close', () => server.listening || server.closeIdleConnections());
  });
  return server;
}

type FetchCallback = Parameters<typeof getRequestListener>[0];

/** Node looks for slow senders now and then only, so it has to look as often as they are to be found. */
function hurry(timeoutMs: number | undefined): ServerOptions {
  if (timeoutMs === undefined) return {};
  return {
    headersTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    connectionsCheckingInterval: Math.min(1000, timeoutMs / 4),
  };
}

function boundPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return address.port;
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const grace = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(grace);
}

/**
 * Keeps a server from holding more than so many connections: where there are more, the one whose
 * last request is the longest ago makes room. Whoever asks for something is answered, and who only
 * holds connections open loses them.
 */
function boundConnections(server: Server, most: number): void {
  /** Those that asked last are last. */
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    const [oldest] = open;
    if (oldest && open.size >= most) {
      open.delete(oldest);
      oldest.destroy();
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }) => {
    if (open.delete(socket)) open.add(socket);
  });
}
