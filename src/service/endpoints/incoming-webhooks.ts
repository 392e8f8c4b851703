import { z } from 'zod';
import { IncomingWebhook, IncomingWebhookType } from '../../model/incoming-webhook.ts';
import { endpoint, found } from '../http/endpoint.ts';
import { paging } from '../http/query.ts';
import {
  listIncomingWebhooks,
  readIncomingWebhook,
  toIncomingWebhook,
} from '../resources/incoming-webhooks.ts';
import type { Workbench } from '../workbench.ts';

/** Specification, "Incoming webhooks". */
export function incomingWebhookEndpoints({ database }: Workbench) {
  return [
    endpoint({
      method: 'GET',
      path: '/v1/incoming-webhooks',
      summary: 'List incoming webhooks, newest first',
      query: z.object({ ...paging, type: IncomingWebhookType.optional() }),
      answer: z.array(IncomingWebhook),
      handle: ({ query, origin }) => ({
        kind: 'ok',
        body: listIncomingWebhooks(database, query).map((row) => toIncomingWebhook(row, origin)),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/v1/incoming-webhooks/{id}',
      summary: 'Read an incoming webhook',
      answer: IncomingWebhook,
      handle: ({ id, origin }) => {
        const webhook = readIncomingWebhook(database, id);
        return found(webhook && toIncomingWebhook(webhook, origin), 'incoming webhook');
      },
    }),
  ];
}
