import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { generate } from 'selfsigned';

/** Hosts that the test certificate is valid for. */
const names = ['public.example', 'other.example', 'localhost'];
const addresses = [
  ...['127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '93.184.216.34'],
  ...['169.254.169.254', '168.63.129.16', '100.100.100.200', '10.0.0.1', 'fd00:ec2::254'],
];

export const certificate = await generate([{ name: 'commonName', value: 'public.example' }], {
  keyType: 'ec',
  extensions: [
    { name: 'basicConstraints', cA: true, critical: true },
    {
      name: 'subjectAltName',
      altNames: [
        ...names.map((value) => ({ type: 2 as const, value })),
        ...addresses.map((ip) => ({ type: 7 as const, ip })),
      ],
    },
  ],
});

export interface Page {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sends the body but never ends the answer. */
  hangs?: boolean;
  /** Waits this many milliseconds before it answers. */
  afterMs?: number;
}

export interface Listener extends AsyncDisposable {
  port: number;
  /** Number of TCP connections so far. */
  connections: number;
  asked: IncomingMessage[];
}

/** Starts a real https server on loopback that counts connections. */
export async function startListener(answer: (asked: IncomingMessage) => Page): Promise<Listener> {
  const server = createServer({ key: certificate.private, cert: certificate.cert });
  const listener: Listener = {
    port: 0,
    connections: 0,
    asked: [],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('connection', () => {
    listener.connections += 1;
  });
  server.on('request', async (incoming, response) => {
    listener.asked.push(incoming);
    const { status = 200, headers = {}, body = '', hangs = false, afterMs } = answer(incoming);
    if (afterMs !== undefined) await delay(afterMs);
    response.writeHead(status, headers);
    if (hangs) response.write(body);
    else response.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  listener.port = (server.address() as { port: number }).port;
  return listener;
}
