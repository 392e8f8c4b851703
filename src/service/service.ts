/**
 * The service as a fetch handler. The service answers API requests, publishes scheduled releases
 * and delivers events; it neither reads environment variables nor listens on a port.
 */
import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { DatabaseUnavailableError } from '../lib/database/unavailable.ts';
import { addressList } from '../lib/http/address-list.ts';
import { createEncoder } from '../lib/http/encoder.ts';
import { createLog, type Log } from '../lib/log.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { Release } from '../model/api/release.ts';
import type { DatabaseLocation, OpenDatabase } from './database/location.ts';
import type { Db } from './database/schema.ts';
import { createWriteQueue } from './database/write-queue.ts';
import { serveDocumentation } from './documentation/pages.ts';
import type { Deps } from './endpoints/deps.ts';
import { endpointsOf } from './endpoints/endpoints.ts';
import { createNetwork, type Network } from './events/attempt.ts';
import { createDeliveryWorker } from './events/delivery-worker.ts';
import { createPruner } from './events/prune.ts';
import { type CreateMetrics, serveMetrics } from './health/metrics.ts';
import { createReadiness } from './health/readiness.ts';
import type { ServiceMetrics } from './health/service-metrics.ts';
import { watchSchema } from './health/watch-schema.ts';
import { createAnswerCache } from './http/answer-cache.ts';
import { type App, createApp, type Parts } from './http/app.ts';
import { serveFiles } from './http/files.ts';
import { createGuard } from './http/guard.ts';
import { createHandle } from './http/handle.ts';
import { createReadingLimit } from './http/reading-limit.ts';
import { createSend } from './http/send.ts';
import { createUploadQueue } from './http/upload-queue.ts';
import { createKeyCheck } from './keys/check.ts';
import { createRateLimits } from './keys/rate-limits.ts';
import { createKeyUsage } from './keys/usage.ts';
import { openDatabase } from './open-database.ts';
import { showRelease } from './resources/releases/releases.ts';
import { createScheduler } from './scheduler.ts';

export interface ServiceOptions {
  /** Location of the database. A file that does not exist is created. */
  database: DatabaseLocation;
  clock: Clock;
  /** By default, nothing is logged. */
  log?: Log;
  /** A key that is valid in addition to those in the database. */
  apiKey?: string | undefined;
  /** Public origin of the service. By default, each request's own origin is used. */
  publicUrl?: string | undefined;
  /** Origin of addresses in events that no request caused. Only used without `publicUrl`. */
  origin?: string;
  /** Addresses and address ranges of the proxies whose forwarding headers are trusted. */
  trustedProxies?: readonly string[];
  /**
   * Maximum number of requests per minute for each key. `local` applies to callers on this machine,
   * `elsewhere` to all others; 0 means no limit.
   */
  perMinute?: { elsewhere: number; local: number };
  /** Connection pool for hooks. By default, the service creates one. */
  network?: Network;
  random?: () => number;
  /** Creates the metrics. Without it, `/metrics` answers 404. */
  metrics?: CreateMetrics | undefined;
  /** Adds the desk. */
  desk?: ((app: App, parts: Parts) => void) | undefined;
  /** Maximum total size of all files, in bytes. Uploads that would exceed it are refused. */
  maxFileBytes?: number;
  /** Duration of a lease on a hook, in milliseconds. */
  leaseMs?: number;
  /** Once aborted, waiting writes are refused. */
  stopping?: AbortSignal;
}

export interface Service extends AsyncDisposable {
  /** For `listen()`. */
  fetch: (request: Request, env: { incoming: unknown }) => Response | Promise<Response>;
  /** The open database, as an argument for functions such as `importDataSet` and `addHook`. */
  db: Db;
}

const defaults = {
  log: createLog({ level: 'silent' }),
  origin: 'http://127.0.0.1',
  trustedProxies: [],
  perMinute: { elsewhere: 600, local: 0 },
  random: Math.random,
  leaseMs: 60_000,
  maxFileBytes: 2048 * 2 ** 20,
} satisfies Partial<ServiceOptions>;

/**
 * Maximum number of request bodies, of at most 1 MiB each, that are read at once from callers
 * without a key.
 */
const maxBodies = 64;
/**
 * How long a write waits for another process to finish writing, in milliseconds. This is longer
 * than a batch of an import takes, but too short for clients to notice.
 */
const writeTimeoutMs = 200;
const cacheBounds = { bytes: 64 * 1024 * 1024, entries: 10_000 };
const maxCompressedBytes = 16 * 1024 * 1024;

/**
 * Opens the service. Disposing waits for running deliveries and closes the database.
 * @throws SettingsError if the database cannot be used
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const settings = { ...defaults, ...options };
  await using starting = new AsyncDisposableStack();
  // With SQLite, waiting for a lock would block the whole process, including reads, so it does not
  // wait.
  const database = starting.use(await openDatabase(settings.database, { waitMs: 0 }));
  const { db } = database;
  const { clock, log, maxFileBytes } = settings;
  const check = await watchSchema(db, settings.database);
  const isReady = createReadiness({ check, clock, log });
  const metrics = settings.metrics?.({ db, pool: database.pool, clock, log });
  const network = settings.network ?? starting.adopt(createNetwork(), (own) => own.destroy());
  const background = startBackground({ ...settings, network }, db);
  for (const alarm of Object.values(background)) starting.use(alarm);
  const deps = { db, clock, newId: randomUUID, isReady, maxFileBytes, ...background };
  const app = buildApp(settings, database, { deps, metrics });
  const lifetimes = starting.move();
  return {
    fetch: (request, env) => app.fetch(request, env as HttpBindings),
    db,
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

type Complete = ServiceOptions & Required<Pick<ServiceOptions, keyof typeof defaults>>;

function startBackground(settings: Complete & { network: Network }, db: Db) {
  const { clock, log, network, random, leaseMs, origin, publicUrl = origin } = settings;
  const onError = (err: unknown) => {
    // An unavailable database is only logged as a warning: usually another process is writing or
    // the disk is full, and the work is repeated later.
    const level = err instanceof DatabaseUnavailableError ? 'warn' : 'error';
    log[level]({ err }, 'background work failed');
  };
  const shared = { db, clock, random, onError };
  const holder = randomUUID();
  const deliveryWorker = createDeliveryWorker({ ...shared, network, log, holder, leaseMs });
  const show = (release: Release) => showRelease(release, publicUrl);
  const scheduler = createScheduler({ ...shared, show, onPublished: deliveryWorker.wake });
  const pruner = createPruner(shared);
  // `createService` disposes these workers in reverse order.
  return { pruner, deliveryWorker, scheduler };
}

function buildApp(
  settings: Complete,
  database: OpenDatabase,
  { deps, metrics }: { deps: Deps; metrics: ServiceMetrics | undefined },
) {
  const { clock, log, apiKey, perMinute, publicUrl } = settings;
  const keys = createKeyCheck(database, { clock, environmentKey: apiKey });
  const rateLimits = createRateLimits(database, clock);
  const endpoints = endpointsOf(deps);
  const cache = database.version && createAnswerCache(database.version, cacheBounds);
  const queue = createWriteQueue(clock, writeTimeoutMs, settings.stopping);
  const inTurn = metrics?.watching(queue) ?? queue;
  const usage = createKeyUsage({ db: deps.db, clock, inTurn, log, environmentKey: apiKey });
  const onUse = usage.used;
  const { guard, limitCalls } = createGuard({ keys, rateLimits, perMinute, onUse });
  const trustedProxies = addressList(settings.trustedProxies);
  const handle = createHandle({ guard, trustedProxies, publicUrl, clock, log });
  const send = createSend(createEncoder({ maxSize: maxCompressedBytes, isQuick: true }));
  const limitReading = createReadingLimit(maxBodies);
  const uploads = createUploadQueue(clock);
  const app = createApp({
    endpoints,
    handle,
    cache,
    log,
    limitReading,
    uploads,
    inTurn,
    usage,
    limitCalls,
    send,
    counting: metrics?.counting,
  });
  serveFiles(app, { db: deps.db, handle, send });
  serveMetrics(app, { handle, metrics });
  serveDocumentation(app, { endpoints, handle, send });
  const hasEnvironmentKey = apiKey !== undefined;
  const shared = { deps, handle, inTurn, log, limitReading, uploads, send };
  settings.desk?.(app, { ...shared, hasEnvironmentKey });
  return app;
}
