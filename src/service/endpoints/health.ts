import { z } from 'zod';
import { type Answer, type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Deps } from './deps.ts';

/**
 * For whatever keeps the service running: the process answers. A database that is locked or gone is
 * no better for a restart.
 */
export const healthEndpoint = endpoint({
  tag: 'Health',
  operationId: 'readHealth',
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the service answers',
  access: 'public',
  storable: false,
  answer: z.object({ status: z.literal('ok') }),
  handle: () => ({ kind: 'ok', body: { status: 'ok' } }),
});

/** For whatever sends requests here: they can be answered. */
export function readinessEndpoint({ isReady }: Deps): Endpoint {
  return endpoint({
    tag: 'Health',
    operationId: 'readReadiness',
    method: 'GET',
    path: '/readyz',
    summary:
      'Whether the service can answer requests: its database does, has a known schema, and can be written',
    access: 'public',
    storable: false,
    answer: z.object({ status: z.literal('ready') }),
    handle: async () => ((await isReady()) ? { kind: 'ok', body: { status: 'ready' } } : notReady),
  });
}

const notReady: Answer = {
  kind: 'unavailable',
  error: 'The database does not answer as it should; the log says why.',
};
