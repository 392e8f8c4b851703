import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { syncOnce } from '../../src/sync/run/sync-once.ts';
import { measure, type Row } from './measure.ts';
import { startServer } from './server.ts';

const key = 'bench';
const mostAtOnce = 8;

/**
 * Measures a first sync from an API with 50 ms latency whose lists leave out fields, so every
 * record has to be read by id. The baseline makes as many requests, always eight at a time.
 */
export async function benchFarApi(folder: string, count: number, rounds: number): Promise<Row> {
  await mkdir(folder, { recursive: true });
  using api = await startServer('far', key, folder, `${count}`);
  const contentDir = join(folder, 'content');
  return await measure(
    {
      work: `first sync of ${count} releases, 50 ms away, each record by id`,
      baseline: `as many requests, ${mostAtOnce} at a time`,
      prepare: async () => {
        await rm(contentDir, { recursive: true, force: true });
        await api.ask('count');
      },
      runWork: async () => {
        await syncOnce({ api: { baseUrl: api.url, key, auth: 'bearer' }, contentDir });
      },
      readyBaseline: async () => {
        const requests = Number(await api.ask('count'));
        return () => ask(api.url, requests);
      },
    },
    rounds,
  );
}

async function ask(baseUrl: string, requests: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  await pLimit(mostAtOnce).map(Array.from({ length: requests }), async () => {
    const response = await fetch(`${baseUrl}/v1/releases/rel_0`, { headers });
    await response.arrayBuffer();
  });
}
