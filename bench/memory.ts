import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen } from '../src/lib/http/listen.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { importDataSet } from '../src/service/data-set/import.ts';
import { createService } from '../src/service/service.ts';
import { generateDataSet } from './support/generate.ts';

const key = 'bench';
const child = fileURLToPath(new URL('support/memory-child.ts', import.meta.url));

/**
 * Peak memory of a first sync of `count` releases in its own process, in megabytes.
 * @param contentDir where the sync writes the content
 */
export async function benchMemory(
  folder: string,
  contentDir: string,
  count: number,
): Promise<number> {
  await using service = await createService({
    database: { engine: 'sqlite', file: join(folder, 'memory.db') },
    clock: systemClock,
    apiKey: key,
  });
  await importDataSet(service.db, generateDataSet(count), []);
  await using api = await listen({ fetch: service.fetch, port: 0 });
  // The receiver uses this flag for its syncs: garbage is collected earlier, which saves a third of
  // the memory.
  const options = { execArgv: ['--optimize-for-size'] };
  const syncing = fork(child, [api.url, key, contentDir], options);
  const ended = once(syncing, 'exit').then(() => {
    throw new Error(`The sync of ${count} releases ended early: what it says stands above.`);
  });
  const [megabytes] = await Promise.race([once(syncing, 'message'), ended]);
  return megabytes;
}
