import { type Dispatcher, errors, fetch, type Headers, type Response } from 'undici';
import { readUpTo } from '../lib/http/read-up-to.ts';

export interface HttpAnswer {
  status: number;
  contentType: string;
  retryAfter: string | undefined;
  /** The `Location` header of a redirect, as sent. */
  location: string | undefined;
  headers: Headers;
  body: Buffer;
}

export type Exchange =
  | { kind: 'answer'; answer: HttpAnswer }
  | { kind: 'network'; why: string; strain: boolean; cause: unknown }
  | { kind: 'too-large' };

export interface ExchangeOptions {
  dispatcher: Dispatcher;
  headers: Record<string, string>;
  /** Maximum size of the body after decompression, in bytes. */
  maxBytes: number;
  /** Aborts when the time limit of the whole exchange has passed. */
  total: AbortSignal;
  signal: AbortSignal | undefined;
}

/** Sends one GET without following redirects. Failures are returned, not thrown. */
export async function exchange(url: URL, options: ExchangeOptions): Promise<Exchange> {
  const { dispatcher, headers, total } = options;
  const signal = options.signal ? AbortSignal.any([total, options.signal]) : total;
  try {
    const response = await fetch(url, { dispatcher, headers, signal, redirect: 'manual' });
    const body = await readUpTo(response.body ?? [], options.maxBytes);
    if (body === undefined) return { kind: 'too-large' };
    return { kind: 'answer', answer: { ...headOf(response), body } };
  } catch (error) {
    options.signal?.throwIfAborted();
    // The message of a `fetch` error is generic; the error's `cause` has the reason.
    const cause = error instanceof TypeError && error.cause ? error.cause : error;
    return { kind: 'network', ...describe(cause), cause };
  }
}

function headOf({ status, headers }: Response): Omit<HttpAnswer, 'body'> {
  const redirects = [301, 302, 303, 307, 308].includes(status);
  return {
    status,
    contentType: headers.get('content-type') ?? '',
    retryAfter: headers.get('retry-after') ?? undefined,
    location: redirects ? (headers.get('location') ?? undefined) : undefined,
    headers,
  };
}

function describe(error: unknown): { why: string; strain: boolean } {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { why: 'no complete answer before the timeout', strain: true };
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return { why: 'the answer stalled', strain: true };
  if (error instanceof errors.ConnectTimeoutError)
    return { why: 'no connection in time', strain: true };
  return { why: reason(error), strain: false };
}

function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
