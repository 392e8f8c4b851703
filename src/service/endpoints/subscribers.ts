import { z } from 'zod';
import { ListSubscribers } from '../contract/lists.ts';
import { NameSubscriberList } from '../contract/requests.ts';
import { Subscriber, SubscriberList } from '../contract/resources.ts';
import { type Endpoint, endpointsIn } from '../http/endpoint.ts';
import { found, missing } from '../refused-error.ts';
import {
  createSubscriberList,
  deleteSubscriberList,
  renameSubscriberList,
} from '../resources/subscribers/subscriber-lists.ts';
import { listSubscribers } from '../resources/subscribers/subscribers.ts';
import type { Deps } from './deps.ts';

const ofSubscribers = endpointsIn('Subscribers');
const ofLists = endpointsIn('Subscriber lists');

const what = 'subscriber list';

/** See docs/api.md, "Subscribers" and "Subscriber lists". */
export function subscriberEndpoints({ db, clock, newId }: Deps): Endpoint[] {
  return [
    ofSubscribers('GET /v1/subscribers', {
      operationId: 'listSubscribers',
      summary: 'List subscribers, newest first',
      storable: false,
      query: ListSubscribers,
      answer: z.array(Subscriber),
      handle: ({ query }) => listSubscribers(db, query),
    }),
    ofLists('POST /v1/subscriber-lists', {
      operationId: 'createSubscriberList',
      summary: 'Create a subscriber list',
      body: NameSubscriberList,
      status: 201,
      answer: SubscriberList,
      handle: async ({ body }) =>
        found(await createSubscriberList(db, { id: newId(), ...body, now: clock.now() }), what),
    }),
    ofLists('PATCH /v1/subscriber-lists/{id}', {
      operationId: 'renameSubscriberList',
      summary: 'Rename a subscriber list',
      body: NameSubscriberList,
      answer: SubscriberList,
      handle: async ({ id, body }) =>
        found(await renameSubscriberList(db, { id, ...body, now: clock.now() }), what),
    }),
    ofLists('DELETE /v1/subscriber-lists/{id}', {
      operationId: 'deleteSubscriberList',
      summary: 'Delete a subscriber list; its subscribers stay',
      answer: z.object({ success: z.literal(true) }),
      handle: async ({ id }) => {
        if (await deleteSubscriberList(db, id)) return { success: true };
        throw missing(what);
      },
    }),
  ];
}
