import { type Exchange, exchange, type HttpAnswer } from './exchange.ts';
import { type ConnectorOptions, guardedConnector, RefusedAddress } from './guarded-connector.ts';
import { createPool, defaultTimeouts } from './pool.ts';
import { isTransient } from './retry.ts';

// Downloads files from addresses in the text of releases. Connects only to the API's own origin and
// to public https addresses, and checks every redirect again. Has no credentials, so it cannot leak
// them.

const mebibyte = 1024 * 1024;
const maxRedirects = 3;

/**
 * `refused`: the address must not be fetched. `unusable`: the answer is not a picture or file.
 * `unavailable`: the download failed, but a later attempt may succeed.
 */
export type Download =
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'refused'; why: string }
  | { kind: 'unusable'; why: string }
  | { kind: 'unavailable'; why: string };

export interface PublicFetch extends AsyncDisposable {
  /**
   * Downloads from an address. Resolves a relative address against the API's origin. Rejects when
   * the signal given to `createPublicFetch` aborts.
   * @param over aborts only this download
   */
  get(address: string, over?: AbortSignal): Promise<Download>;
}

export interface PublicFetchOptions extends ConnectorOptions {
  /** The API's address without `/v1`. Its origin may use plain http and private addresses. */
  baseUrl: string;
  /**
   * The API's public origin, if it has another one. Files below its `/files/` are fetched from
   * `baseUrl`, because a machine may not reach its own public name.
   */
  publicUrl?: string | undefined;
  /** Whether only addresses of the API's own origin are fetched, whatever their path. */
  isOwnOnly?: boolean;
  headers?: Record<string, string>;
  /** Maximum size of an answer after decompression, in bytes. */
  maxBytes?: number;
  /** Timeout for a download including its redirects, in milliseconds. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

export function createPublicFetch(options: PublicFetchOptions): PublicFetch {
  const { maxBytes = 20 * mebibyte, timeoutMs = 30_000, headers = {}, signal } = options;
  const api = new URL(options.baseUrl);
  const apiPool = createPool(defaultTimeouts);
  const publicPool = createPool(defaultTimeouts, guardedConnector(options));

  const refusal = options.isOwnOnly ? refusalElsewhere : refusalOf;
  const ask = (url: URL, total: AbortSignal): Promise<Exchange> => {
    const dispatcher = url.origin === api.origin ? apiPool : publicPool;
    return exchange(url, { dispatcher, headers, maxBytes, total, signal });
  };
  return {
    get: async (address, over) => {
      const timeout = AbortSignal.timeout(timeoutMs);
      const total = over ? AbortSignal.any([timeout, over]) : timeout;
      const first = atApi(URL.parse(address, api), options);
      const result = await follow(first, api, refusal, (url) => ask(url, total));
      if (result.kind === 'too-large')
        return unusable(`it is larger than ${Math.ceil(maxBytes / mebibyte)} MiB`);
      if (result.kind === 'network' && result.cause instanceof RefusedAddress)
        return refused(result.why);
      if (result.kind === 'network') return { kind: 'unavailable', why: result.why };
      return result.kind === 'answer' ? toDownload(result.answer) : result;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([apiPool.destroy(), publicPool.destroy()]);
    },
  };
}

type Failed = Exclude<Download, { kind: 'bytes' }>;

/** Follows redirects. Every hop is checked before it is requested. */
async function follow(
  first: URL | null,
  api: URL,
  refusal: typeof refusalOf,
  ask: (url: URL) => Promise<Exchange>,
): Promise<Exchange | Failed> {
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const why = url ? refusal(url, api) : 'it is not a valid address';
    if ((!url || why) && redirects > 0) return unusable(`it is a redirect, and ${why}`);
    if (!url || why) return refused(`${why}`);
    const result = await ask(url);
    if (result.kind !== 'answer' || result.answer.location === undefined) return result;
    url = URL.parse(result.answer.location, url);
  }
  return unusable(`it redirects more than ${maxRedirects} times`);
}

/** The address at which the API itself has a file; other addresses stay as they are. */
function atApi(url: URL | null, { baseUrl, publicUrl }: PublicFetchOptions): URL | null {
  if (publicUrl === undefined || !url?.href.startsWith(`${publicUrl}/files/`)) return url;
  return new URL(baseUrl.replace(/\/+$/, '') + url.pathname);
}

function toDownload({ status, contentType, body }: HttpAnswer): Download {
  const why = `status ${status}`;
  if (isTransient(status)) return { kind: 'unavailable', why };
  if (status !== 200) return unusable(why);
  if (isJson(contentType, body)) return unusable('it is JSON, not a file');
  return { kind: 'bytes', bytes: body };
}

/** Whether an answer is JSON. Checks the body as well, because an API may omit the content type. */
function isJson(contentType: string, body: Buffer): boolean {
  if (/\bjson\b/i.test(contentType)) return true;
  if (!/^\s*[[{]/.test(body.toString('latin1', 0, 64))) return false;
  try {
    JSON.parse(body.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

function unusable(why: string): Failed {
  return { kind: 'unusable', why };
}

function refused(why: string): Failed {
  return { kind: 'refused', why };
}

/**
 * The reason why an address must not be fetched as a picture or file; undefined if it may be
 * fetched. Addresses on the API's own origin may use plain http and private IP addresses, but must
 * not be API endpoints. All other addresses need https.
 * @param api the API's address without `/v1`
 */
export function refusalOf(url: URL, api: URL): string | undefined {
  if (url.username || url.password) return 'the address holds credentials';
  if (url.origin !== api.origin)
    return url.protocol === 'https:' ? undefined : 'only https addresses are fetched';
  const path = segmentsOf(url.pathname);
  if (!path) return 'servers may interpret its path differently';
  return isOfApi(path, segmentsOf(api.pathname) ?? [])
    ? 'it is an address of the API, not of a file'
    : undefined;
}

function refusalElsewhere(url: URL, api: URL): string | undefined {
  return url.origin === api.origin ? undefined : 'it is on another host';
}

/**
 * Whether a path is an API endpoint, either below the API's address or at the root of the API's
 * origin.
 */
function isOfApi(path: string[], base: string[]): boolean {
  const isBelow = base.every((segment, index) => path[index] === segment);
  const [first = ''] = isBelow ? path.slice(base.length) : path;
  return /^(?:v\d+|incoming)$/.test(first);
}

/**
 * The segments of a path, as the most lenient server would read them. The path is decoded
 * repeatedly and lowercased, backslashes become slashes, and empty segments and parameters (`;x=1`)
 * are dropped. Undefined if servers may disagree on the path: hidden dot segments, broken escapes,
 * control characters.
 */
function segmentsOf(pathname: string): string[] | undefined {
  const decoded = decodeWhole(pathname, 4);
  if (decoded === undefined || /\p{Cc}/u.test(decoded)) return undefined;
  const segments = decoded
    .toLowerCase()
    .split(/[/\\]/)
    .map((segment) => segment.replace(/;.*/, '').trim())
    .filter((segment) => segment !== '');
  return segments.some((segment) => /^\.{1,2}$/.test(segment)) ? undefined : segments;
}

/**
 * Decodes a text until it no longer changes. Undefined if an escape is broken or nested too deeply.
 */
function decodeWhole(text: string, layers: number): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    if (decoded === text) return text;
    return layers > 0 ? decodeWhole(decoded, layers - 1) : undefined;
  } catch {
    return undefined;
  }
}
