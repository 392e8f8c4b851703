import type { Dispatcher } from 'undici';
import { authorization } from '../../client/credentials.ts';
import { type Exchange, exchange, type HttpAnswer } from '../../client/exchange.ts';
import { createPool, defaultTimeouts, type Timeouts } from '../../client/pool.ts';
import { nextAttempt, setbackOf } from '../../client/retry.ts';
import { parseForeignJson, TooDeepError } from '../../lib/json.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { gitHubFailure, unusable } from './failure.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { limitEnd } from './rate-limit.ts';

// Takes the name of a repository; gives its releases, as GitHub's API answers them, page by page.
// Asks only whether a page that was kept is still right: such an answer costs nothing of the limit.
// Never sends the token to another host, and never lets it into an error.

export interface ReadReleasesOptions {
  /** `https://api.github.com`, or where another installation answers. */
  baseUrl: string;
  token: string | undefined;
  clock: Clock;
  /** Numbers from 0 to 1, for the jitter of retries. */
  random: () => number;
  /** Answers of another time; each that comes is put in anew, also where a later one fails. */
  kept: KeptAnswers;
  timeouts?: Timeouts;
  /** Called with every answer. */
  onAnswer?: (answer: HttpAnswer) => void;
}

/** A hundred releases, with 125,000 characters each, and their assets. */
const maxBytes = 64 * 1024 * 1024;

/** GitHub lists 10,000 releases at most. */
const mostPages = 200;

/** Its releases, drafts among them where the token may see them. @throws ApiError */
export function readGitHubReleases(
  repository: string,
  options: ReadReleasesOptions,
): Promise<unknown[]> {
  return readPages(`repos/${repository}/releases?per_page=100`, options, listOf);
}

/** What GitHub says of the repository itself. @throws ApiError */
export async function readGitHubRepository(
  repository: string,
  options: ReadReleasesOptions,
): Promise<unknown> {
  const [row] = await readPages(`repos/${repository}`, options, (_url, value) => [value]);
  return row;
}

/** The rows of an answer. @throws ApiError where it is none */
type RowsOf = (url: URL, value: unknown) => unknown[];

async function readPages(
  path: string,
  options: ReadReleasesOptions,
  rowsOf: RowsOf,
): Promise<unknown[]> {
  const pool = createPool(options.timeouts ?? defaultTimeouts);
  try {
    return await walkPages(new URL(`${options.baseUrl}/${path}`), async (url) => {
      const answer = await readWithRetries(url, pool, options);
      // A repository that has another name now answers from there.
      if (answer.location !== undefined) return { rows: [], next: answer.location };
      return pageOf(url, answer, options.kept, rowsOf);
    });
  } finally {
    await pool.close();
  }
}

async function walkPages(first: URL, read: (url: URL) => Promise<Page>): Promise<unknown[]> {
  const rows: unknown[] = [];
  const seen = new Set<string>();
  let url: URL | undefined = first;
  while (url) {
    if (seen.has(url.href) || seen.size === mostPages)
      throw unusable(url, 'its pages lead on without an end');
    seen.add(url.href);
    const page: Page = await read(url);
    rows.push(...page.rows);
    url = page.next === undefined ? undefined : sameOrigin(page.next, url);
  }
  return rows;
}

interface Page {
  rows: unknown[];
  next?: string | undefined;
}

function ask(
  url: URL,
  dispatcher: Dispatcher,
  { token, kept, timeouts = defaultTimeouts }: ReadReleasesOptions,
): Promise<Exchange> {
  const etag = kept[url.href]?.etag;
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    'user-agent': 'waymark',
    ...(token !== undefined && { authorization: authorization('bearer', token) }),
    ...(etag !== undefined && { 'if-none-match': etag }),
  };
  const total = AbortSignal.timeout(timeouts.total);
  return exchange(url, { dispatcher, headers, maxBytes, total, signal: undefined });
}

/** The answer that holds a page, leads to it, or says that the one that was kept is right. */
async function readWithRetries(
  url: URL,
  pool: Dispatcher,
  options: ReadReleasesOptions,
): Promise<HttpAnswer> {
  const { clock, random, token } = options;
  for (let retry = 0; ; retry += 1) {
    const result = await ask(url, pool, options);
    if (result.kind === 'answer') options.onAnswer?.(result.answer);
    if (result.kind === 'answer' && isUsable(result.answer)) return result.answer;
    const now = clock.now();
    const isLimit = result.kind === 'answer' && limitEnd(result.answer, now) !== undefined;
    const decision = isLimit ? undefined : nextAttempt(setbackOf(result), retry, random(), now);
    if (decision?.kind !== 'retry')
      throw gitHubFailure({ url, result, attempts: retry + 1, token, now });
    await clock.sleep(decision.afterMs);
  }
}

function isUsable({ status, location }: HttpAnswer): boolean {
  return status === 200 || status === 304 || location !== undefined;
}

function pageOf(
  url: URL,
  { status, headers, body }: HttpAnswer,
  kept: KeptAnswers,
  rowsOf: RowsOf,
): Page {
  const known = kept[url.href];
  if (status === 304 && !known)
    throw unusable(url, 'it says that nothing has changed since it was not asked');
  const link = headers.get('link');
  const page: Page =
    status === 304 && known
      ? // Its pages may be more than before, although nothing on this one has changed.
        { rows: known.rows, next: link === null ? known.next : nextIn(link) }
      : { rows: rowsOf(url, parse(url, body)), next: nextIn(link ?? '') };
  const etag = status === 304 ? known?.etag : headers.get('etag');
  if (etag)
    kept[url.href] = { etag, rows: page.rows, ...(page.next !== undefined && { next: page.next }) };
  return page;
}

/** @throws ApiError */
function parse(url: URL, body: Buffer): unknown {
  try {
    return parseForeignJson(body.toString('utf8'));
  } catch (cause) {
    const why = cause instanceof TooDeepError ? `: ${cause.message}` : '';
    throw unusable(url, `the answer is not valid JSON${why}`, { cause });
  }
}

function listOf(url: URL, value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw unusable(url, 'the answer is not a list of releases');
}

/** The address of the next page (RFC 8288). */
function nextIn(link: string): string | undefined {
  return link
    .split(',')
    .map((one) => /^\s*<([^<>]*)>(.*)$/.exec(one))
    .find((found) => /;\s*rel="?next"?/i.test(found?.[2] ?? ''))?.[1];
}

/** @throws ApiError where it is on another host, which must not see the token */
function sameOrigin(address: string, from: URL): URL {
  const url = URL.parse(address, from);
  if (url?.origin === from.origin) return url;
  throw unusable(from, 'it leads to another host');
}
