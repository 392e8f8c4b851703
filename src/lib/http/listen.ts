import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { boundBodies } from './bound-bodies.ts';
import { refuse } from './hang-up.ts';
import { AddressError, PortTakenError } from './listen-errors.ts';
import { oneAtATime } from './one-at-a-time.ts';

export interface ListenOptions {
  fetch: (request: Request, env: { incoming: unknown }) => Response | Promise<Response>;
  /** Port to listen on; 0 for any free port. */
  port: number;
  hostname?: string;
  /** JSON body of the answer to malformed requests; empty by default. */
  malformed?: string;
  /** Timeout for receiving a request, in milliseconds; Node's default is five minutes. */
  timeoutMs?: number;
  /** Time that running requests have to finish after closing begins, in milliseconds. */
  graceMs?: number;
  maxConnections?: number;
  /** Timeout for a connection without any traffic, in milliseconds. */
  idleMs?: number;
}

/** Shorter than the ten seconds after which `docker stop` kills a process. */
const defaultGraceMs = 5000;

/**
 * Enough for a burst of readers. Takes little memory even if every connection has sent only half a
 * request.
 */
const defaultMaxConnections = 2048;

/** A client that neither sends nor reads anything for this long is gone, or stalls on purpose. */
const defaultIdleMs = 120_000;

/**
 * Length of the accept queue. With Node's default of 511, some of a thousand simultaneous
 * connections would be reset.
 */
const backlog = 4096;

/**
 * Serves a fetch handler over HTTP until disposed. Disposal waits for running requests, but closes
 * all connections after `graceMs`.
 * @throws PortTakenError
 * @throws AddressError
 */
export async function listen(options: ListenOptions) {
  const { port, hostname = '127.0.0.1', graceMs = defaultGraceMs } = options;
  const server = createListener(options);
  try {
    server.listen({ port, host: hostname, backlog });
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new PortTakenError(port, { cause: error });
    throw new AddressError(
      `${hostname}:${port} cannot be used (${message}). Choose another address or port.`,
      { cause: error },
    );
  }
  const { port: bound } = server.address() as AddressInfo;
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  return {
    /** The server's address, such as `http://127.0.0.1:4010`. */
    url: `http://${host}:${bound}`,
    port: bound,
    [Symbol.asyncDispose]: () => close(server, graceMs),
  };
}

/** Listens on the first free port, starting with `port`. */
export async function listenNear(options: ListenOptions, tries = 20): ReturnType<typeof listen> {
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
    // `boundBodies` does this for longer.
    autoCleanupIncoming: false,
    errorHandler: (error) =>
      new Response(malformed, {
        status: error instanceof RequestError ? 400 : 500,
        headers: { 'Content-Type': 'application/json', Connection: 'close' },
      }),
  });
  // Node would answer a request without a `Host` header in its own format, so the request listener
  // checks this instead.
  const server: Server = createServer(
    { requireHostHeader: false, ...hurry(timeoutMs) },
    boundBodies(
      oneAtATime(listener, () => server.listening),
      malformed,
    ),
  );
  server.setTimeout(idleMs);
  boundConnections(server, options.maxConnections ?? defaultMaxConnections);
  server.on('clientError', (error, socket) => refuse(error, socket, malformed));
  // Without this handler, connections that were busy when `close` was called would stay open for a
  // while.
  server.on('request', (_request, response) => {
    response.once('close', () => server.listening || server.closeIdleConnections());
  });
  return server;
}

type FetchCallback = Parameters<typeof getRequestListener>[0];

/** Sets timeouts for slow clients, and makes Node check them more often than every `timeoutMs`. */
function hurry(timeoutMs: number | undefined): ServerOptions {
  if (timeoutMs === undefined) return {};
  return {
    headersTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    connectionsCheckingInterval: Math.min(1000, timeoutMs / 4),
  };
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
 * Limits the number of open connections. At the limit, each new connection closes the connection
 * that has been without a request for longest, so that clients cannot occupy connections without
 * using them.
 */
function boundConnections(server: Server, most: number): void {
  /** Connections, ordered by the time of their last request. */
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
