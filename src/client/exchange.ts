import { type Dispatcher, errors, request } from 'undici';

/** One answer, read whole. */
export interface Answer {
  status: number;
  contentType: string;
  retryAfter: string | undefined;
  body: Buffer;
}

export type Exchange =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'network'; why: string; strain: boolean; cause: unknown }
  | { kind: 'too-large' };

export interface ExchangeOptions {
  dispatcher: Dispatcher;
  headers: Record<string, string>;
  /** Bytes of the body after decompression, at most. */
  maxBytes: number;
  /** The whole exchange, in milliseconds. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** One GET, no redirects followed; what went wrong on the way comes back as a value. */
export async function exchange(url: URL, options: ExchangeOptions): Promise<Exchange> {
  const total = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([total, options.signal]) : total;
  try {
    const { dispatcher, headers } = options;
    const {
      statusCode,
      headers: answered,
      body,
    } = await request(url, { dispatcher, headers, signal });
    const bytes = await readUpTo(body, options.maxBytes);
    if (bytes === undefined) return { kind: 'too-large' };
    return {
      kind: 'answer',
      answer: {
        status: statusCode,
        contentType: one(answered['content-type']) ?? '',
        retryAfter: one(answered['retry-after']),
        body: bytes,
      },
    };
  } catch (error) {
    options.signal?.throwIfAborted();
    return { kind: 'network', ...describe(error), cause: error };
  }
}

async function readUpTo(body: Dispatcher.ResponseData['body'], maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined; // Leaving the loop destroys the stream.
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function describe(error: unknown): { why: string; strain: boolean } {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { why: 'no complete answer in time', strain: true };
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

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
