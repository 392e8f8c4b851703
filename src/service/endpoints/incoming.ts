import { z } from 'zod';
import type { Awaitable } from '../../lib/awaitable.ts';
import { Release } from '../../model/api/release.ts';
import { AddSubscriber, CreateRelease } from '../contract/requests.ts';
import type { IncomingWebhookType } from '../contract/resources.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Answer, type Endpoint, endpoint, invalidFields } from '../http/endpoint.ts';
import { parseJsonBody } from '../http/read-body.ts';
import {
  findWebhookByToken,
  markTriggered,
  type StoredWebhook,
} from '../resources/incoming-webhooks.ts';
import { createRelease } from '../resources/releases/write-release.ts';
import { addSubscriber } from '../resources/subscribers/add-subscriber.ts';
import type { Deps } from './deps.ts';
import { writeAnswer } from './releases.ts';

interface Trigger {
  text: string;
  origin: string;
}

const success = { success: true } as const;

/** The endpoint that calls an incoming webhook (docs/api.md, "Incoming webhooks"). */
export function incomingEndpoint(deps: Deps): Endpoint {
  const { db, clock } = deps;
  return endpoint({
    tag: 'Incoming webhooks',
    operationId: 'callIncomingWebhook',
    method: 'POST',
    path: '/incoming/{token}',
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
      if (!isCallable(await findWebhookByToken(db, token))) return nothingHere;
      return inTransaction(db, async (db) => {
        const webhook = await findWebhookByToken(db, token);
        if (!isCallable(webhook)) return nothingHere;
        const answer = await triggers[webhook.type]({ ...deps, db }, { text, origin });
        if (answer.kind === 'ok') await markTriggered(db, webhook.id, clock.now());
        return answer;
      });
    },
  });
}

const nothingHere: Answer = { kind: 'missing', error: 'No such webhook.' };

function isCallable(webhook: StoredWebhook | undefined): webhook is StoredWebhook {
  return webhook !== undefined && (webhook.isEnabled || webhook.type === 'MILESTONE');
}

/** What a call does, by type of webhook. */
const triggers = {
  RELEASE: async ({ db, clock, newId }, { text, origin }) => {
    const input = parseJsonBody(text, CreateRelease);
    if (input.kind === 'invalid') return input;
    const at = { clock, origin };
    const written = await createRelease(db, { id: newId(), input: input.value }, at);
    return writeAnswer(written, origin);
  },
  SUBSCRIBER: async ({ db, clock, newId }, { text }) => {
    const input = parseJsonBody(text, AddSubscriber);
    if (input.kind === 'invalid') return input;
    const added = await addSubscriber(db, input.value, { id: newId(), now: clock.now() });
    return added.kind === 'added' ? { kind: 'ok', body: success } : invalidFields(added.details);
  },
  MILESTONE: () => ({ kind: 'gone', error: 'Webhooks no longer create milestones.' }),
} as const satisfies Record<
  z.infer<typeof IncomingWebhookType>,
  (deps: Deps, trigger: Trigger) => Awaitable<Answer>
>;
