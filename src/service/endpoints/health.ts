import { z } from 'zod';
import { type Endpoint, endpointsIn } from '../http/endpoint.ts';
import { RefusedError } from '../refused-error.ts';
import type { Deps } from './deps.ts';

const endpoint = endpointsIn('Health');

/**
 * Answers whether the process runs. Does not query the database, because a restart would not help
 * if the database is locked or missing.
 */
export const healthEndpoint = endpoint('GET /healthz', {
  operationId: 'readHealth',
  summary: 'Check that the service answers',
  access: 'public',
  storable: false,
  answer: z.object({ status: z.literal('ok') }),
  handle: () => ({ status: 'ok' }),
});

/** Answers whether the service can answer requests now. */
export function readinessEndpoint({ isReady }: Deps): Endpoint {
  return endpoint('GET /readyz', {
    operationId: 'readReadiness',
    summary: 'Check that the database answers, has a known schema and is writable',
    access: 'public',
    storable: false,
    answer: z.object({ status: z.literal('ready') }),
    handle: async () => {
      if (await isReady()) return { status: 'ready' };
      throw new RefusedError('unavailable', 'The database is not usable; the log has the reason.');
    },
  });
}
