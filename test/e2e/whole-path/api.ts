import { join } from 'node:path';
import { listen } from '../../../src/lib/http/listen.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { readDataSet } from '../../../src/service/data-set/read.ts';
import { createService } from '../../../src/service/service.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export interface TestApi extends AsyncDisposable {
  url: string;
  key: string;
}

/** Starts the real service with a data set, on a free port and with its own database. */
export async function startApi(
  dataSet: string,
  { workspaceId }: { workspaceId?: string } = {},
): Promise<TestApi> {
  const lifetimes = new AsyncDisposableStack();
  const folder = lifetimes.use(await tempFolder());
  const key = 'key-of-the-test';
  const service = lifetimes.use(
    await createService({
      database: { engine: 'sqlite', file: join(folder.path, 'api.db') },
      clock: systemClock,
      apiKey: key,
    }),
  );
  const { data, files } = await readDataSet(dataSet);
  if (workspaceId) data.workspace.id = workspaceId;
  await importDataSet(service.db, data, files);
  const { url } = lifetimes.use(await listen({ fetch: service.fetch, port: 0 }));
  return { url, key, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}
