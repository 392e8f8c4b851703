import type { z } from 'zod';
import { NameSubscriberList } from '../../contract/requests.ts';
import type { SubscriberList } from '../../contract/resources.ts';
import { dropLinks, moveLinks } from '../../database/links.ts';
import {
  allSubscriberLists,
  createSubscriberList,
  deleteSubscriberList,
  readSubscriberList,
  renameSubscriberList,
} from '../subscribers/subscriber-lists.ts';
import { listSubscribers } from '../subscribers/subscribers.ts';
import type { Kind } from './kind.ts';
import { referencesOf } from './references.ts';

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
