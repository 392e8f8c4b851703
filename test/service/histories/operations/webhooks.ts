import fc from 'fast-check';
import { expect } from 'vitest';
import { incomingWebhookKind } from '../../../../src/service/resources/kinds/incoming-webhooks.ts';
import type { Model } from '../expected.ts';
import { commandsOf } from './commands.ts';
import {
  isSlug,
  isSlugTaken,
  mostly,
  operation,
  pick,
  ref,
  slug,
  title,
  type World,
} from './draw.ts';
import { addDraft } from './releases.ts';
import { email, subscribe } from './subscribers.ts';

// Incoming webhooks: commands, API calls, and calls of the webhooks themselves.

/** The first of the numbered tokens, from `n` on, that no webhook has. */
function freeToken(model: Model, n: number): string {
  const token = `token-number-${n}-of-a-webhook`;
  const isTaken = [...model.webhooks.values()].some((one) => one.token === token);
  return isTaken ? freeToken(model, n + 1) : token;
}

const webhooks = commandsOf({
  kind: incomingWebhookKind,
  drawn: fc.record({
    name: mostly(['CI', 'Form'], ' '),
    type: fc.constantFrom('RELEASE', 'SUBSCRIBER'),
    token: fc.nat(1000),
    isEnabled: fc.boolean(),
  }),
  all: ({ webhooks }) => webhooks,
  given: (model, { token, ...plain }) => ({
    ...plain,
    ...(token !== undefined && placeOf(freeToken(model, token))),
  }),
  malformed: ({ name }) => (name === ' ' ? ['name'] : []),
  wrong: () => [],
  write({ model: { webhooks }, service }, { id, given }) {
    const at = service.clock.now().toISOString();
    const before = webhooks.get(id);
    // The type of an existing webhook cannot change, and a new webhook is always enabled.
    const { type, isEnabled = true, ...rest } = given;
    const blank = { id, name: '', type: type ?? 'RELEASE', isEnabled: true, token: '', url: '' };
    const made = { ...blank, lastTriggeredAt: null, createdAt: at };
    webhooks.set(id, {
      ...(before ?? made),
      ...rest,
      ...(before && { isEnabled: given.isEnabled ?? before.isEnabled }),
      updatedAt: at,
    });
  },
});

const placeOf = (token: string) => ({ token, url: `https://old.example/incoming/${token}` });

export const webhookOperations = [
  { weight: 2, arbitrary: webhooks },
  {
    weight: 1,
    arbitrary: operation(
      'switch a webhook',
      fc.record({ of: ref, isEnabled: fc.boolean() }),
      switchWebhook,
    ),
  },
  {
    weight: 2,
    arbitrary: operation(
      'call a webhook',
      fc.record({
        of: ref,
        draft: fc.record({ title, slug, status: fc.constant('DRAFT' as const) }),
        email,
        lists: fc.array(ref, { maxLength: 1 }),
      }),
      call,
    ),
  },
];

async function switchWebhook(
  { model, service }: World,
  { of, isEnabled }: { of: number; isEnabled: boolean },
) {
  const id = pick(model.webhooks.keys(), of);
  const webhook = model.webhooks.get(id);
  const { status } = await service.send('PATCH', `/v1/incoming-webhooks/${id}`, { isEnabled });
  expect(status).toBe(webhook ? 200 : 404);
  const updatedAt = service.clock.now().toISOString();
  if (webhook) model.webhooks.set(id, { ...webhook, isEnabled, updatedAt });
}

interface Called {
  of: number;
  draft: { title: string; slug: string; status: 'DRAFT' };
  email: string;
  lists: number[];
}

async function call(world: World, { of, draft, email, lists }: Called): Promise<void> {
  const { model, service } = world;
  const webhook = model.webhooks.get(pick(model.webhooks.keys(), of));
  const list_ids = lists.map((at) => pick(model.lists.keys(), at));
  const sent = webhook?.type === 'SUBSCRIBER' ? { email, list_ids } : draft;
  const { status, body } = await service.send('POST', `/incoming/${webhook?.token}`, sent);
  if (webhook?.type === 'MILESTONE') return expect(status).toBe(410);
  if (!webhook?.isEnabled) return expect(status).toBe(404);
  const isUsable =
    webhook.type === 'RELEASE'
      ? draft.title !== 'No' && isSlug(draft.slug) && !isSlugTaken(model.releases, draft.slug, '')
      : email !== 'nobody' && list_ids.every((id) => model.lists.has(id));
  expect(status).toBe(isUsable ? 201 : 400);
  if (!isUsable) return;
  webhook.lastTriggeredAt = service.clock.now().toISOString();
  if (webhook.type === 'RELEASE') addDraft(world, body.id, draft);
  else await subscribe(world, email, list_ids);
}
