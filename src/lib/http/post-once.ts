import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';

/**
 * Result of a POST that must not be repeated blindly: an answer with the start of its text, or an
 * error. With `isSent`, the body may have arrived; otherwise no byte of it left.
 */
export type Posted =
  | { status: number; retryAfter: string | undefined; text: string }
  | { isSent: boolean; error: unknown };

export interface PostOptions {
  dispatcher: Dispatcher;
  headers: Record<string, string>;
  /** JSON. */
  body: string;
  signal: AbortSignal;
  /** Called when the connection is open. If it throws, nothing is sent. */
  onOpen?: () => void;
}

const maxText = 16 * 1024;

/** Sends a POST without following redirects, which could send it to an unknown host. Never throws. */
export async function postOnce(
  url: string | URL,
  { body, headers, onOpen, ...options }: PostOptions,
): Promise<Posted> {
  const bytes = Buffer.from(body);
  let isSent = false;
  // For a stream, undici opens the connection first and requests the bytes when it is open.
  function* onceOpen() {
    onOpen?.();
    isSent = true;
    yield bytes;
  }
  try {
    const response = await request(url, {
      ...options,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(bytes.length),
        'user-agent': 'Waymark',
        ...headers,
      },
      body: Readable.from(onceOpen()),
    });
    const { statusCode: status, headers: answered } = response;
    const retryAfter = answered['retry-after']?.toString();
    return { status, retryAfter, text: await readStart(response.body) };
  } catch (error) {
    return { isSent, error };
  }
}

/** The start of a body. The status counts even if the body cannot be read. */
async function readStart(body: Readable): Promise<string> {
  let text = '';
  try {
    for await (const chunk of body.setEncoding('utf8')) {
      text += chunk;
      if (text.length > maxText) break;
    }
  } catch {}
  return text.slice(0, maxText);
}
