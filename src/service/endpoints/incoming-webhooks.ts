import { z } from 'zod';
import { IncomingWebhook, IncomingWebhookType } from '../../model/api/incoming-webhook.ts';
import { UpdateIncomingWebhook } from '../../model/api/requests.ts';
import { type Answer, type Endpoint, endpoint, missing } from '../http/endpoint.ts';
import { paging } from '../http/query.ts';
import {
  listIncomingWebhooks,
  readIncomingWebhook,
  type StoredWebhook,
  toIncomingWebhook,
  updateIncomingWebhook,
} from '../resources/incoming-webhooks.ts';
import type { Deps } from './deps.ts';

const tag = 'Incoming webhooks';

/** docs/api.md, "Incoming webhooks": managing them; calling them stands on its own. */
export const incomingWebhookEndpoints = [list, read, update];

function list({ database }: Deps): Endpoint {
  return endpoint({
    tag,
    operationId: 'listIncomingWebhooks',
    method: 'GET',
    path: '/v1/incoming-webhooks',
    summary: 'List incoming webhooks, newest first',
    storable: false,
    query: z.object({ ...paging, type: IncomingWebhookType.optional() }),
    answer: z.array(IncomingWebhook),
    handle: ({ query, origin }) => ({
      kind: 'ok',
      body: listIncomingWebhooks(database, query).map((row) => toIncomingWebhook(row, origin)),
    }),
  });
}

function read({ database }: Deps): Endpoint {
  return endpoint({
    tag,
    operationId: 'readIncomingWebhook',
    method: 'GET',
    path: '/v1/incoming-webhooks/{id}',
    summary: 'Read an incoming webhook',
    storable: false,
    answer: IncomingWebhook,
    handle: ({ id, origin }) => show(readIncomingWebhook(database, id), origin),
  });
}

function update({ database, clock }: Deps): Endpoint {
  return endpoint({
    tag,
    operationId: 'updateIncomingWebhook',
    method: 'PATCH',
    path: '/v1/incoming-webhooks/{id}',
    summary: 'Rename an incoming webhook, switch it on or off',
    body: UpdateIncomingWebhook,
    answer: IncomingWebhook,
    handle: ({ id, body, origin }) =>
      show(updateIncomingWebhook(database, id, { ...body, now: clock.now() }), origin),
  });
}

function show(stored: StoredWebhook | undefined, origin: string): Answer {
  if (!stored) return missing('incoming webhook');
  return { kind: 'ok', body: toIncomingWebhook(stored, origin) };
}
