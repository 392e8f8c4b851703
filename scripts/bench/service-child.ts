import { createServer } from 'node:http';
import { join } from 'node:path';
import { systemClock } from '../../src/lib/clock.ts';
import { listen } from '../../src/lib/listen.ts';
import { importDataSet } from '../../src/service/data-set/import.ts';
import { createService } from '../../src/service/service.ts';
import { generateDataSet } from './generate.ts';

// A server in a process of its own, so that it and what asks it do not share a core's time. It
// ends with its parent.
process.once('disconnect', () => process.exit());

const [kind, key = '', folder = '', count = ''] = process.argv.slice(2);
process.send?.(kind === 'service' ? await startService() : await startBare());

async function startService(): Promise<string> {
  const service = createService({
    database: join(folder, 'service.db'),
    clock: systemClock,
    apiKey: key,
  });
  importDataSet(service.database, generateDataSet(Number(count)), []);
  return (await listen({ fetch: service.fetch, port: 0 })).url;
}

/** Answers each path with bytes that it was given before. */
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
