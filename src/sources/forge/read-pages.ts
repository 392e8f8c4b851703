import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { exchange, type HttpAnswer } from '../../client/exchange.ts';
import { createPool, defaultTimeouts, type Timeouts } from '../../client/pool.ts';
import { nextAttempt } from '../../client/retry.ts';
import { parseForeignJson, TooDeepError } from '../../lib/json.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { CachedAnswers } from './cached-answers.ts';
import { createForgeError, createUnusableError } from './failure.ts';
import type { Forge } from './forge.ts';
import { findLimitEnd } from './rate-limit.ts';

// Reads from the API of a forge, page by page. Cached pages are requested conditionally, because
// unchanged pages do not count towards the rate limit. The token is never sent to another host and
// never appears in an error.

export interface RequestOptions {
  forge: Forge;
  /** Address of the API, such as `https://api.github.com`. */
  baseUrl: string;
  token: string | undefined;
  clock: Clock;
  /** Returns a random number from 0 to 1, for the jitter of retries. */
  random: () => number;
  /**
   * Cached answers. New answers are added as they arrive, so that they stay cached if a later
   * request fails.
   */
  cached: CachedAnswers;
  timeouts?: Timeouts;
  /** Whether a request that failed is not tried again. */
  isOnce?: boolean;
  onAnswer?: (answer: HttpAnswer) => void;
}

/**
 * Maximum size of an answer. This is enough for a page of a hundred releases with 125,000
 * characters each, and their assets.
 */
const maxBytes = 64 * 1024 * 1024;

/** Maximum number of pages. A page of GitHub has 100 releases, and its list at most 10,000. */
const maxPages = 200;

/** How the rows of a page are found in an answer. */
export interface PageForm {
  /** What the answer has to be, such as `a list of releases`. */
  noun: string;
  /** Undefined if the answer is unusable. */
  read(value: unknown): Page | undefined;
}

/**
 * The rows of a page, and what leads to the next one: its address, or the number of all rows of the
 * list, if pages are numbered with `page`. A header of the answer comes first.
 */
type Page = { rows: unknown[] } & (
  | { next: string | undefined; total?: undefined }
  | { next?: undefined; total: number }
);

/** Reads the JSON of one answer, without its envelope. @throws ApiError */
export async function readValue(path: string, options: RequestOptions): Promise<unknown> {
  const { envelope } = options.forge;
  const form: PageForm = { noun: 'JSON', read: (value) => ({ rows: [value], next: undefined }) };
  const [answer] = (await readPages(path, form, options)).rows;
  return envelope ? z.record(z.string(), z.unknown()).safeParse(answer).data?.[envelope] : answer;
}

/**
 * Reads all pages of a list.
 * @param path below the address of the API
 * @returns `total`: the largest number of all rows of the list that the forge counted meanwhile
 * @throws ApiError
 */
export async function readPages(path: string, form: PageForm, options: RequestOptions) {
  const { forge, baseUrl, timeouts = defaultTimeouts } = options;
  const pool = createPool(timeouts);
  const rows: unknown[] = [];
  let total = 0;
  const seen = new Set<string>();
  try {
    let url: URL | undefined = new URL(`${baseUrl}/${path}`);
    while (url) {
      if (seen.has(url.href))
        throw createUnusableError(forge, url, 'its pages link to further pages without end');
      if (seen.size === maxPages)
        throw createUnusableError(
          forge,
          url,
          `the list has more than ${maxPages} pages, the limit`,
        );
      seen.add(url.href);
      const answer = await readWithRetries(url, pool, options);
      const page = toPage(url, answer, options, form, rows.length);
      rows.push(...page.rows);
      total = Math.max(total, page.total);
      url = page.next === undefined ? undefined : assertSameOrigin(forge, page.next, url);
    }
    return { rows, total };
  } finally {
    await pool.close();
  }
}

/**
 * Requests a page, with retries after temporary failures. Returns the page, a redirect, or the
 * confirmation that the cached page is unchanged.
 */
async function readWithRetries(
  url: URL,
  dispatcher: Dispatcher,
  options: RequestOptions,
): Promise<HttpAnswer> {
  const { forge, clock, random, token, cached, timeouts = defaultTimeouts } = options;
  const etag = cached[url.href]?.etag;
  const headers = {
    ...forge.headers,
    'user-agent': 'waymark',
    ...(token !== undefined && forge.authorize(token)),
    ...(etag !== undefined && { 'if-none-match': etag }),
  };
  for (let retry = 0; ; retry += 1) {
    const total = AbortSignal.timeout(timeouts.total);
    const how = { dispatcher, headers, maxBytes, total, signal: undefined };
    const result = await exchange(url, how);
    if (result.kind === 'answer') options.onAnswer?.(result.answer);
    if (result.kind === 'answer' && isUsable(result.answer)) return result.answer;
    const now = clock.now();
    const isLimit =
      result.kind === 'answer' && findLimitEnd(result.answer, forge, now) !== undefined;
    const decision =
      isLimit || options.isOnce ? undefined : nextAttempt(result, retry, random(), now);
    if (decision?.kind !== 'retry')
      throw createForgeError({ forge, url, result, attempts: retry + 1, token, now });
    await clock.sleep(decision.afterMs);
  }
}

function isUsable({ status, location }: HttpAnswer): boolean {
  return status === 200 || status === 304 || location !== undefined;
}

function toPage(
  url: URL,
  { status, headers, body, location }: HttpAnswer,
  { forge, cached }: RequestOptions,
  form: PageForm,
  before: number,
): { rows: unknown[]; next: string | undefined; total: number } {
  // A forge redirects requests for a renamed repository.
  if (location !== undefined) return { rows: [], next: location, total: 0 };
  const known = status === 304 ? cached[url.href] : undefined;
  if (status === 304 && !known)
    throw createUnusableError(forge, url, 'it answered 304 to an unconditional request');
  const page: Page = known ? { next: undefined, ...known } : parsePage(url, body, form, forge);
  const { rows } = page;
  const count = (forge.total && headers.get(forge.total)) ?? page.total;
  const total = Number(count ?? 0);
  const hasMore = rows.length > 0 && before + rows.length < total;
  // More pages may follow than before, even though this one has not changed. A link of Forgejo may
  // name another host than that of the request.
  const next =
    count === undefined ? findNextPage(headers, page) : hasMore ? pageAfter(url) : undefined;
  const etag = known?.etag ?? headers.get('etag');
  if (etag) cached[url.href] = { etag, rows, ...(next !== undefined && { next }) };
  return { rows, next, total };
}

/** @throws ApiError if the answer is not of this form */
function parsePage(url: URL, body: Buffer, { noun, read }: PageForm, forge: Forge): Page {
  const page = read(parseJson(forge, url, body));
  if (page) return page;
  throw createUnusableError(forge, url, `the answer is not ${noun}`);
}

function parseJson(forge: Forge, url: URL, body: Buffer): unknown {
  try {
    return parseForeignJson(body.toString('utf8'));
  } catch (cause) {
    const why = cause instanceof TooDeepError ? `: ${cause.message}` : '';
    throw createUnusableError(forge, url, `the answer is not valid JSON${why}`, { cause });
  }
}

/** URL of the next page of a list without a `Link` header. */
function pageAfter(url: URL): string {
  const next = new URL(url);
  next.searchParams.set('page', `${Number(url.searchParams.get('page') ?? 1) + 1}`);
  return next.href;
}

/** URL of the next page in a `Link` header (RFC 8288), or else in the answer itself. */
function findNextPage(headers: HttpAnswer['headers'], { next }: Page): string | undefined {
  const link = headers.get('link');
  return link === null ? next : /<([^<>]*)>[^<>,]*;\s*rel="?next"?/i.exec(link)?.[1];
}

/**
 * Resolves an address that must be on the same host, because only that host may get the token.
 * @throws ApiError if it is on another host
 */
function assertSameOrigin(forge: Forge, address: string, from: URL): URL {
  const url = URL.parse(address, from);
  if (url?.origin === from.origin) return url;
  throw createUnusableError(forge, from, 'it links to another host');
}
