import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { systemClock } from '../../src/lib/clock.ts';
import { type Listening, listen } from '../../src/lib/listen.ts';
import { importDataSet } from '../../src/service/data-set/import.ts';
import { createService } from '../../src/service/service.ts';
import { syncOnce } from '../sync-once.ts';
import { generateDataSet } from './generate.ts';
import { measure, type Row } from './measure.ts';

const key = 'bench';
const latencyMs = 50;
const mostAtOnce = 8;

/**
 * First sync from an API that is 50 ms away and shows reduced rows in its lists, so that every
 * record is read by id. The baseline makes as many requests, always eight at a time.
 */
export async function benchFarApi(folder: string, count: number, rounds: number): Promise<Row> {
  await mkdir(folder, { recursive: true });
  await using service = createService({
    database: join(folder, 'far.db'),
    clock: systemClock,
    apiKey: key,
  });
  importDataSet(service.database, generateDataSet(count), []);
  let requests = 0;
  await using api = await listenFar(service.fetch, () => {
    requests += 1;
  });
  const contentDir = join(folder, 'content');
  return await measure(
    {
      work: `first sync of ${count} releases, ${latencyMs} ms away, each record by id`,
      baseline: `as many requests, ${mostAtOnce} at a time`,
      prepare: async () => {
        await rm(contentDir, { recursive: true, force: true });
        requests = 0;
      },
      runWork: async () => {
        await syncOnce({ api: { baseUrl: api.url, key, auth: 'bearer' }, contentDir });
      },
      readyBaseline: async () => {
        const needed = requests;
        return () => ask(api.url, needed);
      },
    },
    rounds,
  );
}

type Fetch = Parameters<typeof listen>[0]['fetch'];

function listenFar(fetch: Fetch, onRequest: () => void): Promise<Listening> {
  return listen({
    port: 0,
    fetch: async (request, env) => {
      onRequest();
      const [response] = await Promise.all([fetch(request, env), delay(latencyMs)]);
      const isList = /\/v1\/releases$/.test(new URL(request.url).pathname);
      return isList ? reduce(response) : response;
    },
  });
}

/** What the specification allows a list to leave out. */
async function reduce(response: Response): Promise<Response> {
  const rows = (await response.json()) as Record<string, unknown>[];
  return Response.json(rows.map(({ body, changes, attachments, contributors, ...row }) => row));
}

async function ask(baseUrl: string, requests: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  await pLimit(mostAtOnce).map(Array.from({ length: requests }), async () => {
    const response = await fetch(`${baseUrl}/v1/releases/rel_0`, { headers });
    await response.arrayBuffer();
  });
}
