import { listen } from '../../../src/lib/http/listen.ts';
import { createLog } from '../../../src/lib/log.ts';
import type { ReceiverOptions } from '../../../src/receiver/http/context.ts';
import type { CreateMetrics } from '../../../src/receiver/http/metrics.ts';
import { createReceiver, malformedAnswer } from '../../../src/receiver/http/receiver.ts';
import { createScrub } from '../../../src/receiver/scrub.ts';
import { standardWebhooks } from '../../../src/receiver/verify/standard-webhooks.ts';
import { startRunner } from '../schedule/start-runner.ts';
import { body, headersOf, secret, signatureOf, signed } from './delivery.ts';

export const token = 'b7f1d3c09a5e4826b1f7d3c09a5e4826';

interface StartOptions extends Partial<Omit<ReceiverOptions, 'metrics'>> {
  /** The token for `/metrics`. */
  metricsToken?: string;
  createMetrics?: CreateMetrics;
}

/** Starts the receiver on a free port, with a runner and an inbox on a manual clock. */
export async function startReceiver({
  metricsToken = '',
  createMetrics,
  ...over
}: StartOptions = {}) {
  const lifetimes = new AsyncDisposableStack();
  const pacing = lifetimes.use(await startRunner({ onEnded: (run) => metrics?.countRun(run) }));
  const { inbox, runner, clock, logged } = pacing;
  const log = createLog({ level: 'info', destination: { write: (line) => logged.push(line) } });
  const metrics = await createMetrics?.(metricsToken, { inbox, clock, log });
  const receiver = createReceiver({
    verify: standardWebhooks([secret]),
    inbox,
    runner,
    clock,
    log,
    token,
    metrics,
    trustedProxies: [],
    perMinute: 0,
    scrub: createScrub([secret, token]),
    ...over,
  });
  const { fetch: answer } = receiver;
  const server = lifetimes.use(
    await listen({ port: 0, fetch: answer, malformed: malformedAnswer }),
  );
  return {
    ...pacing,
    url: server.url,
    port: server.port,
    send: (init: RequestInit) => fetch(`${server.url}/webhooks/release`, init),
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${server.url}${path}`, { headers }),
    /** Asks for a run. */
    ask: (headers: Record<string, string> = {}) =>
      fetch(`${server.url}/run`, { method: 'POST', headers }),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/** A correctly signed delivery. */
export function genuine(id = 'msg_1', payload: string = body): RequestInit {
  const { timestamp = '' } = signed();
  const signature = signatureOf(id, timestamp, payload);
  return { method: 'POST', headers: headersOf({ ...signed({ id }), signature }), body: payload };
}

/** A correctly signed delivery of an event. */
export function event(id: string, type: string, data: object): RequestInit {
  return genuine(id, JSON.stringify({ type, timestamp: '2026-03-01T09:00:00.000Z', data }));
}
