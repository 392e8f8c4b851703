import type { z } from 'zod';
import { SubscriberInput } from '../../contract/inputs.ts';
import { NameSubscriberList } from '../../contract/requests.ts';
import type { Subscriber, SubscriberList } from '../../contract/resources.ts';
import { dropLinks, moveLinks, replaceLinks } from '../../database/links.ts';
import { save } from '../../database/save.ts';
import {
  allSubscriberLists,
  createSubscriberList,
  deleteSubscriberList,
  readSubscriberList,
  renameSubscriberList,
} from '../subscribers/subscriber-lists.ts';
import {
  eraseSubscriber,
  findByEmail,
  listSubscribers,
  readSubscriber,
} from '../subscribers/subscribers.ts';
import type { Kind } from './kind.ts';
import { referencesOf } from './references.ts';

/** Subscribers, found by id or address. Removing a subscriber erases all personal data. */
export const subscriberKind: Kind<Subscriber, z.infer<typeof SubscriberInput>> = {
  one: 'subscriber',
  added: SubscriberInput,
  list: (db) => listSubscribers(db, {}),
  find: async (db, id) =>
    (await readSubscriber(db, id)) ?? readSubscriber(db, (await findByEmail(db, id)) ?? ''),
  async check(db, { id, input: { email, list_ids = [] } }) {
    const holder = email === undefined ? undefined : await findByEmail(db, email);
    const lists = await Promise.all(list_ids.map((list) => readSubscriberList(db, list)));
    return {
      ...(holder !== undefined &&
        holder !== id && { email: 'expected an address that no other subscriber has' }),
      ...(lists.includes(undefined) && { list_ids: 'expected ids of subscriber lists' }),
    };
  },
  async write(db, { id, before, input: { email = before?.email ?? '', list_ids }, now }) {
    const updated_at = now.toISOString();
    const created_at = before?.created_at ?? updated_at;
    await save(db, 'subscriber', { id, email, created_at, updated_at });
    const lists = list_ids?.map((list) => ({ id: list }));
    if (lists) await replaceLinks(db, 'subscription', id, lists);
  },
  remove: (db, { id }, now) => eraseSubscriber(db, id, now),
};

export const subscriberListKind: Kind<SubscriberList, z.infer<typeof NameSubscriberList>> = {
  one: 'subscriber list',
  added: NameSubscriberList,
  list: allSubscriberLists,
  find: readSubscriberList,
  async write(db, { id, before, input: { name = before?.name ?? '' }, now }) {
    await (before ? renameSubscriberList : createSubscriberList)(db, { id, name, now });
  },
  references: {
    find: async (db, { id }) => {
      const subscribers = await listSubscribers(db, { list_ids: [id] });
      return referencesOf({ subscribers: subscribers.map(({ email }) => email) });
    },
    move: (db, { from, to }) => moveLinks(db, 'subscription', { from: from.id, to: to.id }),
    drop: (db, { id }) => dropLinks(db, 'subscription', id),
  },
  async remove(db, { id }) {
    await deleteSubscriberList(db, id);
  },
};
