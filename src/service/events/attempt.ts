import type { Delivery, Outcome } from './outbox.ts';
import { signedHeaders } from './sign.ts';

const timeout = 15_000;

/** Sends one delivery, signed anew with its own time, and says what came of it; never throws. */
export async function attempt(
  delivery: Delivery,
  { fetch, now }: { fetch: typeof globalThis.fetch; now: Date },
): Promise<Outcome> {
  const { event_id: id, secret, payload: body, url } = delivery;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Waymark',
        ...signedHeaders({ id, secret, body, at: now }),
      },
      body,
      // A redirect could lead a signed message to a host that nobody chose.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    await response.body?.cancel();
    return outcomeOf(response);
  } catch (error) {
    return { kind: 'failed', why: reason(error) };
  }
}

function outcomeOf({ ok, status }: Response): Outcome {
  if (ok) return { kind: 'delivered' };
  return status === 410 ? { kind: 'gone' } : { kind: 'failed', why: `HTTP ${status}` };
}

/** The kind of failure alone: a message may repeat the address, which may hold a secret. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}
