import { failureKind } from '../../lib/http/failure-kind.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Delivery, Outcome } from './outbox.ts';
import { signedHeaders } from './sign.ts';

interface AttemptOptions {
  fetch: typeof globalThis.fetch;
  clock: Clock;
  /** How long it may take, in milliseconds. */
  limitMs: number;
  /** Breaks it off. */
  signal: AbortSignal;
}

/** Sends one delivery, signed anew with its own time, and says what came of it; never throws. */
export async function attempt(
  delivery: Delivery,
  { fetch, clock, limitMs, signal }: AttemptOptions,
): Promise<Outcome> {
  const { event_id: id, secret, previous_secret, payload: body, url } = delivery;
  const secrets = [secret, ...(previous_secret?.split(' ') ?? [])];
  using timeout = startTimeout(clock, limitMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Waymark',
        ...signedHeaders({ id, secrets, body, at: clock.now() }),
      },
      body,
      // A redirect could lead a signed message to a host that nobody chose.
      redirect: 'manual',
      signal: AbortSignal.any([timeout.signal, signal]),
    });
    await response.body?.cancel();
    return outcomeOf(response);
  } catch (error) {
    return { kind: 'failed', why: failureKind(error) };
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

function outcomeOf({ ok, status }: Response): Outcome {
  if (ok) return { kind: 'delivered' };
  return status === 410 ? { kind: 'gone' } : { kind: 'failed', why: `HTTP ${status}` };
}
