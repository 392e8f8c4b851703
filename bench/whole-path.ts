import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { listen } from '../src/lib/http/listen.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { importDataSet } from '../src/service/data-set/import.ts';
import { createService } from '../src/service/service.ts';
import { syncOnce } from '../src/sync/run/sync-once.ts';
import { generateDataSet } from './support/generate.ts';
import { measure, type Row } from './support/measure.ts';

const key = 'bench';

/**
 * Measures a first sync and an unchanged sync of `count` generated releases, in a temporary folder.
 */
export async function benchWholePath(
  folder: string,
  count: number,
  rounds: number,
): Promise<Row[]> {
  await using service = await createService({
    database: { engine: 'sqlite', file: join(folder, 'bench.db') },
    clock: systemClock,
    apiKey: key,
  });
  await importDataSet(service.db, generateDataSet(count), []);
  await using api = await listen({ fetch: service.fetch, port: 0 });
  const contentDir = join(folder, 'content');
  const copy = join(folder, 'copy');
  const clear = () => rm(copy, { recursive: true, force: true });

  const syncing = async () => {
    await syncOnce({ api: { baseUrl: api.url, key, auth: 'bearer' }, contentDir });
  };

  const first = await measure(
    {
      work: `first sync of ${count} releases`,
      baseline: 'fetch the same lists once and write the same files',
      prepare: async () => {
        await clear();
        await rm(contentDir, { recursive: true, force: true });
      },
      runWork: syncing,
      readyBaseline: async () => {
        const files = await readAll(contentDir);
        return async () => {
          await fetchAll(api.url);
          await writeAll(copy, files);
        };
      },
    },
    rounds,
  );
  const unchanged = await measure(
    {
      work: `unchanged sync of ${count} releases`,
      baseline: 'fetch the same lists once',
      prepare: async () => {},
      runWork: syncing,
      readyBaseline: async () => () => fetchAll(api.url),
    },
    rounds,
  );
  return [first, unchanged];
}

async function fetchAll(baseUrl: string): Promise<void> {
  for (const list of ['releases', 'milestones', 'projects'])
    for (let offset = 0; offset <= 1000; offset += 100) {
      const response = await fetch(`${baseUrl}/v1/${list}?limit=100&offset=${offset}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      if (((await response.json()) as unknown[]).length === 0) break;
    }
}

/** Reads all files below a folder, keyed by relative path. */
async function readAll(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  const read = paths.map(async (path) => [relative(folder, path), await readFile(path)] as const);
  return new Map(await Promise.all(read));
}

/** Writes one file after the other. */
async function writeAll(folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [path, bytes] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
}
