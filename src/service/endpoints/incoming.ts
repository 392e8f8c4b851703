import { z } from 'zod';
import type { Awaitable } from '../../lib/awaitable.ts';
import { Release } from '../../model/api/release.ts';
import { AddSubscriber, CreateRelease } from '../contract/requests.ts';
import type { IncomingWebhookType } from '../contract/resources.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Endpoint, endpointsIn } from '../http/endpoint.ts';
import { parseJsonBody } from '../http/read-body.ts';
import { RefusedError } from '../refused-error.ts';
import {
  findWebhookByToken,
  markTriggered,
  type StoredWebhook,
} from '../resources/incoming-webhooks.ts';
import { showRelease } from '../resources/releases/releases.ts';
import { createRelease } from '../resources/releases/write-release.ts';
import { addSubscriber } from '../resources/subscribers/add-subscriber.ts';
import type { Deps } from './deps.ts';

const endpoint = endpointsIn('Incoming webhooks');

interface Trigger {
  text: string;
  origin: string;
}

/** The endpoint that calls an incoming webhook (docs/api.md, "Incoming webhooks"). */
export function incomingEndpoint(deps: Deps): Endpoint {
  const { db, clock } = deps;
  return endpoint('POST /incoming/{token}', {
    operationId: 'callIncomingWebhook',
    summary: 'Call an incoming webhook: create a draft, or add a subscriber',
    access: 'token',
    documentedBody: z.union([CreateRelease, AddSubscriber]),
    status: 201,
    answer: z.union([Release, z.object({ success: z.literal(true) })]),
    errors: [400, 410],
    limitedBy: async (token) => {
      const webhook = await findWebhookByToken(db, token);
      return isCallable(webhook) ? webhook.id : undefined;
    },
    handle: async ({ id: token, text, origin }) => {
      // The token is checked before the database is locked, so that calls with guessed tokens do
      // not delay writers.
      await findCallable(db, token);
      return inTransaction(db, async (db) => {
        const webhook = await findCallable(db, token);
        const body = await triggers[webhook.type]({ ...deps, db }, { text, origin });
        await markTriggered(db, webhook.id, clock.now());
        return body;
      });
    },
  });
}

/** @throws RefusedError if no webhook that can be called has this token */
async function findCallable(db: Db, token: string): Promise<StoredWebhook> {
  const webhook = await findWebhookByToken(db, token);
  if (isCallable(webhook)) return webhook;
  throw new RefusedError('missing', 'No such webhook.');
}

function isCallable(webhook: StoredWebhook | undefined): webhook is StoredWebhook {
  return webhook !== undefined && (webhook.isEnabled || webhook.type === 'MILESTONE');
}

/** What a call does, by type of webhook. */
const triggers = {
  RELEASE: async ({ db, clock, newId }, { text, origin }) => {
    const input = parseJsonBody(text, CreateRelease);
    const { release } = await createRelease(db, { id: newId(), input }, { clock, origin });
    return showRelease(release, origin);
  },
  SUBSCRIBER: async ({ db, clock, newId }, { text }) => {
    const input = parseJsonBody(text, AddSubscriber);
    await addSubscriber(db, input, { id: newId(), now: clock.now() });
    return { success: true };
  },
  MILESTONE: () => {
    throw new RefusedError('gone', 'Webhooks no longer create milestones.');
  },
} as const satisfies Record<
  z.infer<typeof IncomingWebhookType>,
  (deps: Deps, trigger: Trigger) => Awaitable<unknown>
>;
