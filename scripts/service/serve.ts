import { parseSettings } from '../../src/config/settings.ts';
import { listen } from '../../src/lib/http/listen.ts';
import { createLog } from '../../src/lib/log.ts';
import { command } from '../../src/lib/processes/command.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import type { Db } from '../../src/service/database/schema.ts';
import { loadServiceMetrics } from '../../src/service/health/metrics.ts';
import { malformed } from '../../src/service/http/problem.ts';
import { type ApiKey, isExpired, listKeys } from '../../src/service/keys/keys.ts';
import { createService } from '../../src/service/service.ts';
import { untilStopped } from '../terminal/run.ts';
import { warnOfFailed } from './deliveries.ts';
import { openDesk } from './desk.ts';
import { warnOfUnfinished } from './import.ts';
import { databaseArguments, type NamedDatabase } from './named-database.ts';

interface ServeOptions {
  port: number;
  host: string;
  named: NamedDatabase;
  /** The site's folder, for the desk. */
  site?: string;
  /** Called with a new database, to fill it. */
  fill: (db: Db) => Promise<void>;
}

/** Serves requests until the process is asked to stop. */
export async function serve(options: ServeOptions): Promise<void> {
  const { port, host: hostname, named, fill } = options;
  const { location, name } = named;
  const known = await readSettings(port);
  const desk = await openDesk(process.env, options);
  const stopping = new AbortController();
  await using service = await createService({
    database: location,
    clock: systemClock,
    stopping: stopping.signal,
    ...known,
    desk: desk?.mount,
  });
  const { db } = service;
  await fill(db);
  await warnOfUnfinished(db);
  await warnOfFailed(db);
  await using server = await listen({ fetch: service.fetch, port, hostname, malformed });
  console.log(`The API answers at ${server.url}/v1 from ${name}; see ${server.url}/docs.`);
  await desk?.describe(db, server.url);
  const isValid = (key: ApiKey) => !key.revoked_at && !isExpired(key, systemClock.now());
  const hasKey = process.env.API_KEY || (await listKeys(db)).some(isValid);
  if (!hasKey)
    console.log(
      `There is no valid key yet. "${command('service keys create NAME', ...databaseArguments(location))}" creates a key.`,
    );
  await untilStopped();
  stopping.abort();
}

/** Settings from the environment. @throws SettingsError that names every invalid variable */
async function readSettings(port: number) {
  const env = parseSettings(process.env, [
    'RATE_LIMIT',
    'RATE_LIMIT_LOOPBACK',
    'SERVICE_URL',
    'TRUSTED_PROXIES',
    'METRICS_TOKEN',
    'FILES_MAX_MB',
    ...(process.env.API_KEY ? (['API_KEY'] as const) : []),
  ]);
  return {
    log: createLog({ level: 'info' }),
    apiKey: env.API_KEY,
    publicUrl: env.SERVICE_URL,
    origin: `http://127.0.0.1:${port}`,
    trustedProxies: env.TRUSTED_PROXIES,
    metrics: await loadServiceMetrics(env.METRICS_TOKEN),
    maxFileBytes: env.FILES_MAX_MB * 2 ** 20,
    perMinute: { elsewhere: env.RATE_LIMIT, local: env.RATE_LIMIT_LOOPBACK },
  };
}
