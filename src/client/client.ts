import pLimit from 'p-limit';
import { parseForeignJson, TooDeepError } from '../lib/json.ts';
import type { Clock } from '../lib/time/clock.ts';
import { ApiError } from './api-error.ts';
import { type AuthScheme, authorization } from './credentials.ts';
import { type Exchange, exchange, type HttpAnswer } from './exchange.ts';
import { failure } from './failure.ts';
import { createPool, defaultTimeouts, type Timeouts } from './pool.ts';
import { createPublicFetch, type Download, type PublicFetchOptions } from './public-fetch.ts';
import { nextAttempt } from './retry.ts';

// Reads JSON from an API. Retries transient failures, adapts its concurrency and follows no
// redirects. Does not validate the values, and never puts the key into an error.

const maxBytes = 10 * 1024 * 1024;

export type FoundResource = { kind: 'found'; value: unknown } | { kind: 'missing' };

/**
 * An answer that is parsed only on request, so that callers can skip the parsing if they have
 * already processed the same bytes.
 */
type FoundAnswer =
  /**
   * `json` parses the bytes.
   * @throws ApiError from `json` if the bytes are not JSON
   */
  { kind: 'found'; body: Buffer; json: () => unknown } | { kind: 'missing' };

type Query = Record<string, string | number>;

export interface Client extends AsyncDisposable {
  /** The API's address without `/v1`. */
  readonly baseUrl: string;
  /**
   * Reads one resource below `/v1`. Returns `missing` for status 404, and throws for any other
   * status that is not a success.
   * @throws ApiError
   */
  get(path: string, query?: Query): Promise<FoundResource>;
  /** Like `get`, but the body is only parsed when the caller calls `json`. @throws ApiError */
  read(path: string, query?: Query): Promise<FoundAnswer>;
  /** Downloads a picture or file without credentials, see `createPublicFetch`. */
  download(address: string, over?: AbortSignal): Promise<Download>;
}

/** A failed request that will be tried again. */
export interface Retrying {
  /** Path below the API's address, with the query. */
  path: string;
  /** Number of failed attempts. */
  attempts: number;
  why: string;
  /**
   * Time of the next attempt, in milliseconds since 1970. Once that attempt runs, the time is in
   * the past.
   */
  at: number;
}

export interface ClientOptions {
  baseUrl: string;
  /** See `createPublicFetch`. */
  publicUrl?: string | undefined;
  key: string;
  auth: AuthScheme;
  clock: Clock;
  /** Returns a random number from 0 to 1, for the jitter of retries. */
  random: () => number;
  signal?: AbortSignal;
  timeouts?: Timeouts;
  /**
   * While a request waits for another attempt, the client keeps it in this set. Progress output
   * reads the set.
   */
  retrying?: Set<Retrying> | undefined;
  /** Overrides for downloads of pictures and files. */
  downloads?: Omit<PublicFetchOptions, 'baseUrl' | 'signal'>;
}

export function createClient(options: ClientOptions): Client {
  const { baseUrl, publicUrl, key, auth, signal, timeouts = defaultTimeouts } = options;
  const pool = createPool(timeouts);
  const publicFetch = createPublicFetch({ ...options.downloads, baseUrl, publicUrl, signal });
  const concurrency = createConcurrency();
  const headers = {
    accept: 'application/json',
    authorization: authorization(auth, key),
  };

  const attempt = async (url: URL): Promise<Exchange> => {
    const total = AbortSignal.timeout(timeouts.total);
    const result = await exchange(url, { dispatcher: pool, headers, maxBytes, total, signal });
    if (isStrain(result)) concurrency.halve();
    else if (result.kind === 'answer') concurrency.grow();
    return result;
  };

  const read: Client['read'] = (path, query = {}) => {
    const url = new URL(`${baseUrl}/v1/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, `${value}`);
    return concurrency.run(() => readWithRetries(url, attempt, options));
  };

  return {
    baseUrl,
    read,
    get: async (path, query) => {
      const found = await read(path, query);
      return found.kind === 'found' ? { kind: 'found', value: found.json() } : found;
    },
    download: publicFetch.get,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([pool.close(), publicFetch[Symbol.asyncDispose]()]);
    },
  };
}

async function readWithRetries(
  url: URL,
  attempt: (url: URL) => Promise<Exchange>,
  { clock, random, signal, key, retrying }: ClientOptions,
): Promise<FoundAnswer> {
  const own: Retrying = { path: url.pathname + url.search, attempts: 0, why: '', at: 0 };
  try {
    for (let retry = 0; ; retry += 1) {
      const result = await attempt(url);
      if (result.kind === 'answer' && [200, 404].includes(result.answer.status))
        return answerOf(url, result.answer, retry + 1);
      const now = clock.now();
      const decision = nextAttempt(result, retry, random(), now);
      if (decision.kind === 'stop') throw failure(url, result, retry + 1, decision.why, key);
      const at = now.getTime() + decision.afterMs;
      retrying?.add(Object.assign(own, { attempts: retry + 1, why: reasonOf(result), at }));
      await clock.sleep(decision.afterMs, signal);
    }
  } finally {
    retrying?.delete(own);
  }
}

function reasonOf(result: Exchange): string {
  if (result.kind === 'answer') return `status ${result.answer.status}`;
  return result.kind === 'network' ? result.why : 'too large';
}

function isStrain(result: Exchange): boolean {
  if (result.kind === 'network') return result.strain;
  return result.kind === 'answer' && [429, 503].includes(result.answer.status);
}

function answerOf(url: URL, answer: HttpAnswer, attempts: number): FoundAnswer {
  const { status, contentType, body } = answer;
  if (status === 404) return { kind: 'missing' };
  const request = { method: 'GET', url: url.href, attempts, status };
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType))
    throw new ApiError(
      request,
      `expected application/json, received ${contentType || 'no content type'}`,
      'Check that API_BASE_URL is the API itself, not a website.',
    );
  return { kind: 'found', body, json: () => parseJson(body, request) };
}

function parseJson(body: Buffer, request: ApiError['request']): unknown {
  try {
    return parseForeignJson(body.toString('utf8'));
  } catch (cause) {
    const why = cause instanceof TooDeepError ? `: ${cause.message}` : '';
    throw new ApiError(
      request,
      `the answer is not valid JSON${why}`,
      'Try again. If it happens again, report it to the operators of the API.',
      { cause },
    );
  }
}

const initial = 4;
const max = 8;

export type Concurrency = ReturnType<typeof createConcurrency>;

/**
 * Limits how many requests run at once. The limit starts at 4, is halved when the API is
 * overloaded, and grows slowly up to 8.
 */
export function createConcurrency() {
  const limit = pLimit(initial);
  let calm = 0;
  return {
    run: <T>(task: () => Promise<T>): Promise<T> => limit(task),
    halve() {
      calm = 0;
      limit.concurrency = Math.max(1, Math.floor(limit.concurrency / 2));
    },
    /** Counts a successful request. A limit of n grows by one after n successful requests. */
    grow() {
      calm += 1;
      if (calm < limit.concurrency) return;
      calm = 0;
      limit.concurrency = Math.min(max, limit.concurrency + 1);
    },
  };
}
