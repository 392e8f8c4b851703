import { z } from 'zod';
import { ListIncomingWebhooks } from '../contract/lists.ts';
import { UpdateIncomingWebhook } from '../contract/requests.ts';
import { IncomingWebhook } from '../contract/resources.ts';
import { type Endpoint, endpointsIn } from '../http/endpoint.ts';
import { found } from '../refused-error.ts';
import {
  listIncomingWebhooks,
  readIncomingWebhook,
  type StoredWebhook,
  toIncomingWebhook,
  updateIncomingWebhook,
} from '../resources/incoming-webhooks.ts';
import type { Deps } from './deps.ts';

const endpoint = endpointsIn('Incoming webhooks');

/**
 * Endpoints that manage incoming webhooks (docs/api.md, "Incoming webhooks"). The endpoint that
 * calls a webhook is in `incoming.ts`.
 */
export function incomingWebhookEndpoints({ db, clock }: Deps): Endpoint[] {
  return [
    endpoint('GET /v1/incoming-webhooks', {
      operationId: 'listIncomingWebhooks',
      summary: 'List incoming webhooks, newest first',
      storable: false,
      query: ListIncomingWebhooks,
      answer: z.array(IncomingWebhook),
      handle: async ({ query, origin }) => {
        const webhooks = await listIncomingWebhooks(db, query);
        return webhooks.map((row) => toIncomingWebhook(row, origin));
      },
    }),
    endpoint('GET /v1/incoming-webhooks/{id}', {
      operationId: 'readIncomingWebhook',
      summary: 'Read an incoming webhook',
      storable: false,
      answer: IncomingWebhook,
      handle: async ({ id, origin }) => show(await readIncomingWebhook(db, id), origin),
    }),
    endpoint('PATCH /v1/incoming-webhooks/{id}', {
      operationId: 'updateIncomingWebhook',
      summary: 'Rename, enable or disable an incoming webhook',
      body: UpdateIncomingWebhook,
      answer: IncomingWebhook,
      handle: async ({ id, body, origin }) =>
        show(await updateIncomingWebhook(db, id, { ...body, now: clock.now() }), origin),
    }),
  ];
}

function show(stored: StoredWebhook | undefined, origin: string): IncomingWebhook {
  return toIncomingWebhook(found(stored, 'incoming webhook'), origin);
}
