import { count } from '../../../src/lib/text/text.ts';
import type { Subscriber, SubscriberList } from '../../../src/service/contract/resources.ts';
import { subscriberKind, subscriberListKind } from '../../../src/service/resources/kinds/people.ts';
import { isErased } from '../../../src/service/resources/subscribers/subscribers.ts';
import type { Described } from './describe.ts';
import { listField, textField } from './field.ts';

export const subscriberLists: Described<SubscriberList, { name: string }> = {
  kind: subscriberListKind,
  command: 'subscriber-lists',
  about: 'lists of subscribers, including empty ones',
  hasChosenId: true,
  fields: [textField('name', '--name <name>', '3 to 50 characters', '"News"')],
  row: ({ id, name, subscriber_count }) => [id, name, count(subscriber_count, 'subscriber')],
  withAllEffect: 'leaves subscribers on their other lists',
};

export const subscribers: Described<
  Subscriber,
  { email: string; list_ids?: string[] | undefined }
> = {
  kind: subscriberKind,
  command: 'subscribers',
  about: 'subscribers, named by id or address; removing one erases the address',
  fields: [
    textField('email', '--email <address>', 'an e-mail address', 'ada@example.com'),
    listField('list_ids', '--list <id>', 'a subscriber list, replacing the current lists', 'news'),
  ],
  row: ({ id, email, lists }) => [id, email, lists.map(({ name }) => name).join(', ') || null],
  erased: {
    of: ({ email }) => email,
    mayRemain: async (db, name) => name.includes('@') || (await isErased(db, name)),
  },
};
