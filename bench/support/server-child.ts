import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../../src/lib/http/listen.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { importDataSet } from '../../src/service/data-set/import.ts';
import { createService } from '../../src/service/service.ts';
import { generateDataSet, withLists } from './generate.ts';

// Runs a server in its own process, so that it takes no CPU time from the measuring process. It
// ends with its parent.
const latencyMs = 50;
process.once('disconnect', () => process.exit());

const [kind = '', key = '', folder = '', count = ''] = process.argv.slice(2);
const start: Record<string, () => Promise<string>> = {
  service: startService,
  far: startFar,
  bare: startBare,
  lists: startLists,
  large: startLarge,
};
process.send?.(await start[kind]?.());

async function openService(data = generateDataSet(Number(count))) {
  const service = await createService({
    database: { engine: 'sqlite', file: join(folder, `${kind}.db`) },
    clock: systemClock,
    apiKey: key,
  });
  await importDataSet(service.db, data, []);
  return service;
}

async function startService(): Promise<string> {
  return (await listen({ fetch: (await openService()).fetch, port: 0 })).url;
}

/** A service whose releases have many labels, with 100,000 subscribers in lists. */
async function startLists(): Promise<string> {
  const { fetch } = await openService(withLists(generateDataSet(Number(count)), 100_000));
  return (await listen({ fetch, port: 0 })).url;
}

/**
 * A service whose releases have many labels: one label is on 100 releases, another on the 1,500
 * oldest.
 */
async function startLarge(): Promise<string> {
  const data = withLists(generateDataSet(Number(count)), 0);
  const rare = { id: 'rare', name: 'Rare', slug: 'rare', color: '#2563eb' };
  const every = data.releases.length / 100;
  const early = { id: 'early', name: 'Early', slug: 'early', color: '#2563eb' };
  data.labels.push(rare, early);
  for (const [n, release] of data.releases.entries())
    if (n % every === 0) release.labels.push(rare);
  const newestFirst = data.releases.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
  for (const release of newestFirst.slice(-1500)) release.labels.push(early);
  const { fetch } = await openService(data);
  return (await listen({ fetch, port: 0 })).url;
}

/**
 * A service with 50 ms latency whose lists leave out fields. On every message it reports the number
 * of requests since the last one.
 */
async function startFar(): Promise<string> {
  const service = await openService();
  let requests = 0;
  process.on('message', () => {
    process.send?.(requests);
    requests = 0;
  });
  const { url } = await listen({
    port: 0,
    fetch: async (request, env) => {
      requests += 1;
      const [response] = await Promise.all([service.fetch(plain(request), env), delay(latencyMs)]);
      const isList = /\/v1\/releases$/.test(new URL(request.url).pathname);
      return isList ? reduce(response) : response;
    },
  });
  return url;
}

/**
 * Copies a request without `accept-encoding`, as a compressed answer could not be parsed by
 * `reduce`.
 */
function plain({ url, headers }: Request): Request {
  return new Request(url, { headers: { authorization: headers.get('authorization') ?? '' } });
}

/** Leaves out the fields that a list may leave out according to the specification. */
async function reduce(response: Response): Promise<Response> {
  const rows = (await response.json()) as Record<string, unknown>[];
  return Response.json(rows.map(({ body, changes, attachments, contributors, ...row }) => row));
}

/** A server that answers each path with the bytes that it received for it in a message. */
async function startBare(): Promise<string> {
  const bodies = new Map<string, Buffer>();
  process.on('message', ([path, body]: [string, string]) => bodies.set(path, Buffer.from(body)));
  const server = createServer(({ url = '' }, response) => {
    const body = bodies.get(url);
    response.writeHead(body ? 200 : 404, {
      'content-type': 'application/json',
      'content-length': body?.length ?? 0,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}
