import { z } from 'zod';
import { ListSubscribers } from '../contract/lists.ts';
import { NameSubscriberList } from '../contract/requests.ts';
import { Subscriber, SubscriberList } from '../contract/resources.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { found, missing } from '../refused-error.ts';
import {
  createSubscriberList,
  deleteSubscriberList,
  renameSubscriberList,
} from '../resources/subscribers/subscriber-lists.ts';
import { listSubscribers } from '../resources/subscribers/subscribers.ts';
import type { Deps } from './deps.ts';

const what = 'subscriber list';

/** See docs/api.md, "Subscribers" and "Subscriber lists". */
export function subscriberEndpoints({ db, clock, newId }: Deps): Endpoint[] {
  return [
    endpoint({
      tag: 'Subscribers',
      operationId: 'listSubscribers',
      method: 'GET',
      path: '/v1/subscribers',
      summary: 'List subscribers, newest first',
      storable: false,
      query: ListSubscribers,
      answer: z.array(Subscriber),
      handle: ({ query }) => listSubscribers(db, query),
    }),
    endpoint({
      tag: 'Subscriber lists',
      operationId: 'createSubscriberList',
      method: 'POST',
      path: '/v1/subscriber-lists',
      summary: 'Create a subscriber list',
      body: NameSubscriberList,
      status: 201,
      answer: SubscriberList,
      handle: async ({ body }) =>
        found(await createSubscriberList(db, { id: newId(), ...body, now: clock.now() }), what),
    }),
    endpoint({
      tag: 'Subscriber lists',
      operationId: 'renameSubscriberList',
      method: 'PATCH',
      path: '/v1/subscriber-lists/{id}',
      summary: 'Rename a subscriber list',
      body: NameSubscriberList,
      answer: SubscriberList,
      handle: async ({ id, body }) =>
        found(await renameSubscriberList(db, { id, ...body, now: clock.now() }), what),
    }),
    endpoint({
      tag: 'Subscriber lists',
      operationId: 'deleteSubscriberList',
      method: 'DELETE',
      path: '/v1/subscriber-lists/{id}',
      summary: 'Delete a subscriber list; its subscribers stay',
      answer: z.object({ success: z.literal(true) }),
      handle: async ({ id }) => {
        if (await deleteSubscriberList(db, id)) return { success: true };
        throw missing(what);
      },
    }),
  ];
}
