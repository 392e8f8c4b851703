import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';

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
