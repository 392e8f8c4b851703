import { lookup } from 'node:dns';
import { Readable } from 'node:stream';
import { buildConnector, type Dispatcher, request } from 'undici';
import { failureKind } from '../lib/http/failure-kind.ts';
import { isPublicAddress } from './address-rules.ts';
import { guardedConnector, RefusedAddress } from './guarded-connector.ts';
import { createPool, defaultTimeouts } from './pool.ts';

/**
 * Result of a POST that must not be repeated blindly: an answer with the start of its text, or why
 * there was none. `failed`: no byte left. `unknown`: the message may have arrived.
 */
export type Posted =
  | { status: number; retryAfter: string | undefined; text: string }
  | { state: 'failed' | 'unknown'; why: string };

interface Post {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

export interface PostClient extends AsyncDisposable {
  post(message: Post): Promise<Posted>;
}

const timeoutMs = 30_000;
const maxAnswer = 16 * 1024;

/**
 * Creates a client that posts to public https addresses, and to http addresses of this machine.
 * Redirects are not followed, because they could send a message to another host.
 */
export function createPostClient(): PostClient {
  const guard = { allows: isPublicAddress, lookup, dial: buildConnector, ca: undefined };
  const [here, outside] = [
    createPool(defaultTimeouts),
    createPool(defaultTimeouts, guardedConnector(guard)),
  ];
  return {
    post: (message) => post(message, message.url.protocol === 'http:' ? here : outside),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([here.destroy(), outside.destroy()]);
    },
  };
}

async function post({ url, headers, body }: Post, dispatcher: Dispatcher): Promise<Posted> {
  const bytes = Buffer.from(body);
  let isSent = false;
  // For a stream, undici opens the connection first and requests the bytes when it is open.
  function* onceOpen() {
    isSent = true;
    yield bytes;
  }
  try {
    const response = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { 'user-agent': 'Waymark', ...headers, 'content-length': String(bytes.length) },
      body: Readable.from(onceOpen()),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readStart(response.body);
    const retryAfter = response.headers['retry-after']?.toString();
    return { status: response.statusCode, retryAfter, text };
  } catch (error) {
    const why = error instanceof RefusedAddress ? 'is not a public address' : failureKind(error);
    return { state: isSent ? 'unknown' : 'failed', why };
  }
}

/** The start of a body. The status counts even if the body cannot be read. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxAnswer) break;
    }
  } catch {}
  return Buffer.concat(chunks).toString('utf8', 0, maxAnswer);
}
