import { importDataSet } from '../../../../src/service/data-set/import.ts';
import type { DataSet } from '../../../../src/service/data-set/schema.ts';
import type { DatabaseLocation } from '../../../../src/service/database/location.ts';
import type { Db } from '../../../../src/service/database/schema.ts';
import { openDatabase } from '../../../../src/service/open-database.ts';
import { release, sample } from '../../../service/sample.ts';
import { apiKey } from '../../../service/start.ts';
import { type Running, startCommand } from '../../../support/command.ts';

interface StartOptions {
  data?: DataSet;
  env?: Record<string, string>;
  within?: readonly string[];
}

export interface Started extends AsyncDisposable {
  service: Running;
  address: string;
  db: Db;
}

/** Fills a database, with the sample by default, and starts the service command on it. */
export async function startOn(
  location: DatabaseLocation,
  { data = sample(), env, within = [] }: StartOptions = {},
): Promise<Started> {
  const lifetimes = new AsyncDisposableStack();
  const { db } = lifetimes.use(await openDatabase(location));
  await importDataSet(db, data, []);
  const isFile = location.engine === 'sqlite';
  const service = lifetimes.use(
    startCommand('service', {
      args: ['--port', '0', ...(isFile ? ['--database', location.file] : [])],
      env: { API_KEY: apiKey, ...(!isFile && { DATABASE_URL: location.url }), ...env },
      cwd: '.',
      within,
    }),
  );
  const [address] = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
  return { service, address, db, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

/** The sample with 500 additional releases. */
export function largerSample(): DataSet {
  const data = sample();
  const releases = Array.from({ length: 500 }, (_, n) => release(`r-${n}`));
  return { ...data, releases: [...data.releases, ...releases] };
}
