import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { Pool } from 'undici';
import { importDataSet } from '../src/service/data-set/import.ts';
import type { DataSet } from '../src/service/data-set/schema.ts';
import { openDatabase } from '../src/service/open-database.ts';
import { generateDataSet } from './support/generate.ts';
import { measure, type Row } from './support/measure.ts';
import { startServer } from './support/server.ts';

const key = 'bench';
const atOnce = 32;
const distinct = 100;

/**
 * Measures reads of the service at `count` releases, against a bare HTTP server with the same
 * bytes.
 */
export async function benchService(folder: string, count: number, rounds: number): Promise<Row[]> {
  using service = await startServer('service', key, folder, `${count}`);
  using bare = await startServer('bare');
  const byId = Array.from(
    { length: distinct },
    (_, n) => `/v1/releases/rel_${Math.floor((n * count) / distinct)}`,
  );
  const contests = [
    { work: `read by id, of ${count} releases`, paths: byId, requests: 10_000 },
    { work: 'list of 100 releases', paths: ['/v1/releases?limit=100'], requests: 1_000 },
  ];
  const rows: Row[] = [];
  for (const { work, paths, requests } of contests) {
    for (const path of paths) bare.tell([path, await readOnce(service.url + path)]);
    const run = (url: string) => () => ask(url, paths, requests);
    const baseline = 'a bare server with the same bytes';
    const readyBaseline = async () => run(bare.url);
    const contest = { work, baseline, prepare: async () => {}, readyBaseline };
    rows.push(await measure({ ...contest, runWork: run(service.url) }, rounds));
  }
  return rows;
}

/**
 * Compares an import of `count` releases with one of a fifth of them; it should take about five
 * times as long.
 */
export async function benchImports(folder: string, count: number, rounds: number): Promise<Row> {
  const [large, small] = [generateDataSet(count), generateDataSet(count / 5)];
  const work = () => importInto(join(folder, 'import.db'), large);
  const baseline = () => importInto(join(folder, 'import.db'), small);
  return measure(
    {
      work: `import of ${count} releases into an empty database`,
      baseline: `of ${count / 5} releases`,
      prepare: async () => {},
      runWork: work,
      readyBaseline: async () => baseline,
    },
    rounds,
  );
}

const headers = { authorization: `Bearer ${key}` };

async function readOnce(url: string): Promise<string> {
  return (await fetch(url, { headers })).text();
}

async function ask(url: string, paths: string[], requests: number): Promise<void> {
  const pool = new Pool(url, { connections: atOnce });
  const turns = Array.from({ length: requests }, (_, turn) => paths[turn % paths.length] as string);
  await pLimit(atOnce).map(turns, async (path) => {
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
    await body.dump({ limit: Number.POSITIVE_INFINITY });
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
  });
  await pool.close();
}

async function importInto(file: string, data: DataSet): Promise<void> {
  {
    await using database = await openDatabase({ engine: 'sqlite', file });
    await importDataSet(database.db, data, []);
  }
  await rm(file);
}
