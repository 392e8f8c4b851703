import { Agent, type Dispatcher } from 'undici';
import { failureKind } from '../../lib/http/failure-kind.ts';
import { postOnce } from '../../lib/http/post-once.ts';
import { signedHeaders } from '../../lib/http/standard-webhooks.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { startTimeout } from '../../lib/time/start-timeout.ts';
import type { Delivery, Outcome } from './outbox.ts';

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
 * Sends a delivery, signed with the current time, and returns the outcome. Never throws.
 * @returns undefined if nothing was sent, because it was too late
 */
export async function attempt(
  delivery: Delivery,
  { network, clock, limitMs, isLate, signal }: AttemptOptions,
): Promise<Outcome | undefined> {
  const { event_id: id, secret, previous_secret, payload: body, url } = delivery;
  const secrets = [secret, ...(previous_secret?.split(' ') ?? [])];
  const late = new DOMException('no answer in time', 'TimeoutError');
  using timeout = startTimeout(clock, limitMs, late);
  const posted = await postOnce(url, {
    dispatcher: network,
    headers: signedHeaders({ id, secrets, body, at: clock.now() }),
    body,
    signal: AbortSignal.any([timeout.signal, signal]),
    onOpen: () => {
      if (isLate()) throw new Error('too late to send');
    },
  });
  if ('status' in posted) return outcomeOf(posted.status);
  if (!posted.isSent && isLate()) return undefined;
  return { kind: 'failed', why: failureKind(posted.error) };
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  return status === 410 ? { kind: 'gone' } : { kind: 'failed', why: `HTTP ${status}` };
}

/** Connections to the hooks. */
export type Network = Dispatcher;

/** Creates the connection pool for hooks. Call `destroy()` to close its connections. */
export function createNetwork(): Network {
  return new Agent();
}
