import fc from 'fast-check';
import { expect } from 'vitest';
import { incomingWebhookKind } from '../../../src/service/resources/kinds/incoming-webhooks.ts';
import { subscriberListKind } from '../../../src/service/resources/kinds/subscriber-lists.ts';
import { subscriberKind } from '../../../src/service/resources/kinds/subscribers.ts';
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
import type { Model } from './expected.ts';
import { addDraft } from './releases.ts';

// Subscribers, their lists, and the webhooks that add some, or drafts: by commands and over the API.

const listName = mostly(['News', 'Alerts', 'Product'], 'No');
const email = mostly(
  ['one@example.com', 'ONE@example.com', 'new@example.com', 'Another@example.com'],
  'nobody',
);

const lists = commandsOf({
  kind: subscriberListKind,
  drawn: fc.record({ name: listName }),
  all: ({ lists }) => lists,
  given: (_, drawn) => drawn,
  malformed: ({ name }) => (name === 'No' ? ['name'] : []),
  wrong: () => [],
  write: (world, { id, given }) => writeList(world, id, given.name),
  uses: {
    count: ({ subscribers }, id) =>
      [...subscribers.values()].filter(({ lists }) => lists.includes(id)).length,
    move: ({ model: { subscribers } }, from, to) => {
      for (const one of subscribers.values())
        one.lists = one.lists.includes(to)
          ? one.lists.filter((list) => list !== from)
          : one.lists.map((list) => (list === from ? to : list));
    },
    drop: ({ model }, id) => leaveList(model, id),
  },
});

function writeList({ model: { lists }, service }: World, id: string, name?: string): void {
  const at = service.clock.now().toISOString();
  const before = lists.get(id) ?? { id, name: '', created_at: at };
  lists.set(id, { ...before, name: name ?? before.name, updated_at: at });
}

function leaveList({ subscribers }: Model, id: string): void {
  for (const one of subscribers.values()) one.lists = one.lists.filter((list) => list !== id);
}

const subscribers = commandsOf({
  kind: subscriberKind,
  drawn: fc.record({ email, lists: fc.array(ref, { maxLength: 2 }) }),
  all: ({ subscribers }) => subscribers,
  given: (model, { lists, ...plain }) => ({
    ...plain,
    ...(lists && { list_ids: lists.map((at) => pick(model.lists.keys(), at)) }),
  }),
  malformed: ({ email }) => (email === 'nobody' ? ['email'] : []),
  wrong: (model, { id, given: { email, list_ids = [] } }) => [
    ...([undefined, id].includes(email && holderOf(model, email)) ? [] : ['email']),
    ...(list_ids.every((list) => model.lists.has(list)) ? [] : ['list_ids']),
  ],
  write({ model: { subscribers }, service }, { id, given: { email, list_ids } }) {
    const at = service.clock.now().toISOString();
    const before = subscribers.get(id) ?? { id, email: '', lists: [], created_at: at };
    const lists = list_ids ? [...new Set(list_ids)] : before.lists;
    subscribers.set(id, { ...before, email: email ?? before.email, lists, updated_at: at });
  },
});

/** Who has an address, in any case. */
function holderOf({ subscribers }: Model, email: string): string | undefined {
  const isIt = (other: string) => other.toLowerCase() === email.toLowerCase();
  return [...subscribers].find(([, one]) => isIt(one.email))?.[0];
}

/** Nobody draws the same secret twice. */
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
    // What a webhook is for stays, and a new one is called at once.
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

export const peopleOperations = [
  { weight: 1, arbitrary: lists },
  { weight: 2, arbitrary: subscribers },
  { weight: 2, arbitrary: webhooks },
  {
    weight: 1,
    arbitrary: fc.oneof(
      operation('create a list', listName, createList),
      operation('rename a list', fc.record({ of: ref, name: listName }), renameList),
      operation('delete a list', ref, deleteList),
      operation('erase an address', email, erase),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      operation('switch a webhook', fc.record({ of: ref, isEnabled: fc.boolean() }), switchWebhook),
      operation(
        'call a webhook',
        fc.record({
          of: ref,
          draft: fc.record({ title, slug, status: fc.constant('DRAFT' as const) }),
          email,
          lists: fc.array(ref, { maxLength: 1 }),
        }),
        call,
      ),
    ),
  },
];

async function createList(world: World, name: string): Promise<void> {
  const { status, body } = await world.service.send('POST', '/v1/subscriber-lists', { name });
  expect(status).toBe(name === 'No' ? 400 : 201);
  if (status === 201) writeList(world, body.id, name);
}

async function renameList(world: World, { of, name }: { of: number; name: string }) {
  const id = pick(world.model.lists.keys(), of);
  const { status } = await world.service.send('PATCH', `/v1/subscriber-lists/${id}`, { name });
  if (name === 'No') return expect(status).toBe(400);
  if (!world.model.lists.has(id)) return expect(status).toBe(404);
  expect(status).toBe(200);
  writeList(world, id, name);
}

async function deleteList({ model, service }: World, of: number): Promise<void> {
  const id = pick(model.lists.keys(), of);
  const { status } = await service.send('DELETE', `/v1/subscriber-lists/${id}`);
  expect(status).toBe(model.lists.has(id) ? 200 : 404);
  model.lists.delete(id);
  leaveList(model, id);
}

/** By the address itself. */
async function erase({ model, service }: World, email: string): Promise<void> {
  const holder = holderOf(model, email);
  const { kind } = await service.remove(subscriberKind, email);
  expect(kind).toBe(holder === undefined ? 'missing' : 'done');
  model.subscribers.delete(holder ?? '');
}

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

/** Whoever is known already is only added to the lists; the answer does not tell who that is. */
async function subscribe({ model, service }: World, email: string, list_ids: string[]) {
  const at = service.clock.now().toISOString();
  const known = model.subscribers.get(holderOf(model, email) ?? '');
  const made = known ?? { id: await newSubscriber(), email, lists: [], created_at: at };
  const lists = [...new Set([...made.lists, ...list_ids])];
  model.subscribers.set(made.id, { ...made, lists, updated_at: at });

  async function newSubscriber(): Promise<string> {
    const { body } = await service.get('/v1/subscribers?limit=100');
    const all: { id: string; email: string }[] = body;
    const found = all.find((one) => one.email === email);
    expect(found).toBeDefined();
    return found?.id ?? '';
  }
}
