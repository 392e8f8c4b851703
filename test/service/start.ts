import { listen } from '../../src/lib/http/listen.ts';
import { createLog, type Log } from '../../src/lib/log.ts';
import { importDataSet } from '../../src/service/data-set/import.ts';
import type { DataSet } from '../../src/service/data-set/schema.ts';
import type { DatabaseLocation } from '../../src/service/database/location.ts';
import type { Db } from '../../src/service/database/schema.ts';
import { malformed } from '../../src/service/http/problem.ts';
import type { StoredFile } from '../../src/service/resources/files.ts';
import { createService, type ServiceOptions } from '../../src/service/service.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { checkAnswer } from './contract.ts';
import { sample } from './sample.ts';
import { migratedStore, type Store, storeWith } from './store.ts';

export const apiKey = 'key-of-the-tests';
const json = { 'content-type': 'application/json' };
const authorization = `Bearer ${apiKey}`;

export interface StartOptions extends Partial<Omit<ServiceOptions, 'clock' | 'database'>> {
  data?: DataSet;
  files?: StoredFile[];
  clock?: ManualClock;
  /** Where the data is; by default in a new database that is removed with the service. */
  store?: Pick<Store, 'location'>;
}

/** An answer of the service; a JSON body is parsed. */
interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

export interface Running extends AsyncDisposable {
  url: string;
  /** For other processes that open the same database. */
  location: DatabaseLocation;
  clock: ManualClock;
  db: Db;
  /**
   * Calls the service, with the key below `/v1`; `init` may override anything. Real callers of other
   * paths send no key.
   */
  call: (path: string, init?: RequestInit) => Promise<Answered>;
  get: (path: string) => Promise<Answered>;
  /** Calls the service with a JSON body. */
  send: (method: string, path: string, body?: unknown) => Promise<Answered>;
}

/**
 * The real service over HTTP on a free port, with its own database. Every answer is checked against
 * the OpenAPI document, and a logged error fails the test.
 */
export async function startService(options: StartOptions = {}): Promise<Running> {
  const { data, files = [], clock = manualClock(), store, ...rest } = options;
  const lifetimes = new AsyncDisposableStack();
  const log = lifetimes.use(strictLog());
  const { location } = store ?? lifetimes.use(await (data ? migratedStore : sampled)());
  const service = lifetimes.use(
    await createService({ database: location, clock, apiKey, log, ...rest }),
  );
  if (data || files.length > 0 || store) await importDataSet(service.db, data ?? sample(), files);
  const { url } = lifetimes.use(await listen({ fetch: service.fetch, port: 0, malformed }));
  const call = (path: string, init: RequestInit = {}) => answer(url, path, init);
  return {
    url,
    location,
    clock,
    db: service.db,
    call,
    get: (path) => call(path),
    send: (method, path, body) => call(path, jsonRequest(method, body)),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

const sampled = storeWith((db) => importDataSet(db, sample(), []));

/** A log for tests that expect no error: disposing of it throws if one was logged. */
function strictLog(): Log & Disposable {
  const errors: string[] = [];
  const log = createLog({ level: 'error', destination: { write: (line) => errors.push(line) } });
  return Object.assign(log, {
    [Symbol.dispose]() {
      if (errors.length > 0) throw new Error(`the service logged: ${errors.join('')}`);
    },
  });
}

async function answer(origin: string, path: string, init: RequestInit): Promise<Answered> {
  const response = await fetch(origin + path, {
    ...init,
    headers: {
      ...(path.startsWith('/v1/') && { authorization }),
      ...(init.body != null && json),
      ...init.headers,
    },
  });
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.startsWith('application/json');
  const body = isJson ? JSON.parse(text) : text;
  const method = init.method ?? 'GET';
  if (method !== 'HEAD') checkAnswer({ method, path, status, body });
  return { status, headers, body };
}

function jsonRequest(method: string, body: unknown): RequestInit {
  if (body === undefined) return { method };
  return { method, body: JSON.stringify(body) };
}
