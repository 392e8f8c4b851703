import fc from 'fast-check';
import { expect } from 'vitest';
import {
  subscriberKind,
  subscriberListKind,
} from '../../../../src/service/resources/kinds/people.ts';
import type { Model } from '../expected.ts';
import { commandsOf } from './commands.ts';
import { mostly, operation, pick, ref, type World } from './draw.ts';

// Subscribers and subscriber lists: commands and API calls.

const listName = mostly(['News', 'Alerts', 'Product'], 'No');
export const email = mostly(
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

/** The id of the subscriber with an address, ignoring case. */
function holderOf({ subscribers }: Model, email: string): string | undefined {
  const isIt = (other: string) => other.toLowerCase() === email.toLowerCase();
  return [...subscribers].find(([, one]) => isIt(one.email))?.[0];
}

export const subscriberOperations = [
  { weight: 1, arbitrary: lists },
  { weight: 2, arbitrary: subscribers },
  {
    weight: 1,
    arbitrary: fc.oneof(
      operation('create a list', listName, createList),
      operation('rename a list', fc.record({ of: ref, name: listName }), renameList),
      operation('delete a list', ref, deleteList),
      operation('erase an address', email, erase),
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

/** Removes a subscriber by address instead of id. */
async function erase({ model, service }: World, email: string): Promise<void> {
  const holder = holderOf(model, email);
  const { kind } = await service.remove(subscriberKind, email);
  expect(kind).toBe(holder === undefined ? 'missing' : 'done');
  model.subscribers.delete(holder ?? '');
}

/**
 * A known subscriber is only added to the lists. The answer has no id, so a new one is looked up.
 */
export async function subscribe({ model, service }: World, email: string, list_ids: string[]) {
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
