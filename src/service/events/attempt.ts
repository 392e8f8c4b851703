import { Agent, DecoratorHandler, type Dispatcher, request } from 'undici';
import { failureKind } from '../../lib/http/failure-kind.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Delivery, Outcome } from './outbox.ts';
import { signedHeaders } from './sign.ts';

interface AttemptOptions {
  network: Network;
  clock: Clock;
  /** How long it may take, in milliseconds. */
  limitMs: number;
  /** Asked when the connection stands, before anything is written to it. */
  isLate: () => boolean;
  /** Breaks it off. */
  signal: AbortSignal;
}

/** Of an answer's body, which nobody reads, so much is awaited for the sake of the connection. */
const bodyBytes = 16 * 1024;

/**
 * Sends one delivery, signed anew with its own time, and says what came of it; never throws.
 * @returns undefined where it was too late: nothing was sent
 */
export async function attempt(
  delivery: Delivery,
  { network, clock, limitMs, isLate, signal }: AttemptOptions,
): Promise<Outcome | undefined> {
  const { event_id: id, secret, previous_secret, payload: body, url } = delivery;
  const secrets = [secret, ...(previous_secret?.split(' ') ?? [])];
  using timeout = startTimeout(clock, limitMs);
  try {
    // Follows no redirect: that could lead a signed message to a host that nobody chose.
    const response = await request(url, {
      dispatcher: network.compose(unlessLate(isLate)),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Waymark',
        ...signedHeaders({ id, secrets, body, at: clock.now() }),
      },
      body,
      signal: AbortSignal.any([timeout.signal, signal]),
    });
    // The answer counts, whatever becomes of its body.
    await response.body.dump({ limit: bodyBytes }).catch(() => {});
    return outcomeOf(response);
  } catch (error) {
    return error instanceof TooLate ? undefined : { kind: 'failed', why: failureKind(error) };
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

/** What reaches the hooks. */
export type Network = Dispatcher;

/** Connections of its own, to be closed by `destroy()`. */
export function createNetwork(): Network {
  return new Agent();
}

/** Nothing was sent, as it would have come too late. */
class TooLate extends Error {}

/**
 * Sends nothing where it is late by the time a connection stands: a process can be stopped, or be
 * left without a processor, for long between its decision to send and the first byte. What follows
 * is written in the same turn.
 */
function unlessLate(isLate: () => boolean): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => dispatch(options, new LastLook(handler, isLate));
}

class LastLook extends DecoratorHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #isLate: () => boolean;

  constructor(handler: Dispatcher.DispatchHandler, isLate: () => boolean) {
    super(handler);
    this.#handler = handler;
    this.#isLate = isLate;
  }

  onRequestStart(...given: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestStart']>>) {
    if (this.#isLate()) throw new TooLate('too late to send');
    this.#handler.onRequestStart?.(...given);
  }
}
