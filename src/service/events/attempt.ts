import { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import { failureKind } from '../../lib/http/failure-kind.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Delivery, Outcome } from './outbox.ts';
import { signedHeaders } from './sign.ts';

interface AttemptOptions {
  network: Network;
  clock: Clock;
  /** Timeout of the attempt, in milliseconds. */
  limitMs: number;
  /**
   * Whether it is too late to send. Called when the connection is open, because the process may
   * have been suspended while connecting.
   */
  isLate: () => boolean;
  /** Aborts the attempt. */
  signal: AbortSignal;
}

/**
 * Maximum number of bytes of an answer's body that are read and ignored, so that the connection can
 * be reused.
 */
const bodyBytes = 16 * 1024;

/**
 * Sends a delivery, signed with the current time, and returns the outcome. Never throws.
 * @returns undefined if nothing was sent, because it was too late
 */
export async function attempt(
  delivery: Delivery,
  { network, clock, limitMs, isLate, signal }: AttemptOptions,
): Promise<Outcome | undefined> {
  const { event_id: id, secret, previous_secret, payload: body, url } = delivery;
  const bytes = Buffer.from(body);
  const secrets = [secret, ...(previous_secret?.split(' ') ?? [])];
  let isSent = false;
  function* unlessLate() {
    if (isLate()) throw new Error('too late to send');
    isSent = true;
    yield bytes;
  }
  using timeout = startTimeout(clock, limitMs);
  try {
    // Redirects are not followed, because a redirect could send the signed message to an unknown
    // host.
    const response = await request(url, {
      dispatcher: network,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(bytes.length),
        'user-agent': 'Waymark',
        ...signedHeaders({ id, secrets, body, at: clock.now() }),
      },
      // For a stream, undici opens the connection first and requests the bytes when it is open.
      body: Readable.from(unlessLate()),
      signal: AbortSignal.any([timeout.signal, signal]),
    });
    // The status decides the outcome, even if reading the body fails.
    await response.body.dump({ limit: bodyBytes }).catch(() => {});
    return outcomeOf(response);
  } catch (error) {
    return !isSent && isLate() ? undefined : { kind: 'failed', why: failureKind(error) };
  }
}

function startTimeout(clock: Clock, ms: number): Disposable & { signal: AbortSignal } {
  const abort = new AbortController();
  const answered = new AbortController();
  const late = new DOMException('no answer in time', 'TimeoutError');
  clock.sleep(ms, answered.signal).then(
    () => abort.abort(late),
    () => {},
  );
  return { signal: abort.signal, [Symbol.dispose]: () => answered.abort() };
}

function outcomeOf({ statusCode }: Dispatcher.ResponseData): Outcome {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered' };
  return statusCode === 410 ? { kind: 'gone' } : { kind: 'failed', why: `HTTP ${statusCode}` };
}

/** Connections to the hooks. */
export type Network = Dispatcher;

/** Creates the connection pool for hooks. Call `destroy()` to close its connections. */
export function createNetwork(): Network {
  return new Agent();
}
