import { toIsoUtc } from '../../lib/time/clock.ts';
import type { Subscriber } from '../contract/resources.ts';
import { linkedIds } from '../database/links.ts';
import type { Db } from '../database/schema.ts';
import { subscribe } from '../resources/subscribers/add-subscriber.ts';
import { findByEmail, foldEmail, isErased } from '../resources/subscribers/subscribers.ts';
import { rowStep } from './row-step.ts';
import type { Step } from './step.ts';

/** Steps for the subscribers of a data set, one for each email address. */
export function subscriberSteps(subscribers: readonly Subscriber[]): Step[] {
  return [...Map.groupBy(subscribers, ({ email }) => foldEmail(email)).values()].map((same) =>
    subscriberStep(merged(same)),
  );
}

/**
 * Merges subscribers with the same email address: the oldest one stays, and gets the lists of the
 * others.
 */
function merged(same: readonly Subscriber[]): Subscriber {
  const inOrder = same.toSorted((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1));
  const [oldest = same[0] as Subscriber] = inOrder;
  const lists = new Map(inOrder.flatMap((one) => one.lists).map((list) => [list.id, list]));
  const updated_at = same
    .map((one) => toIsoUtc(one.updated_at))
    .toSorted()
    .at(-1);
  return { ...oldest, lists: [...lists.values()], updated_at: updated_at ?? oldest.updated_at };
}

/**
 * If the database has a subscriber with the same email address but another id, that subscriber is
 * added to the lists, and no row is created.
 */
function subscriberStep(subscriber: Subscriber): Step {
  const { id, email, lists } = subscriber;
  const step = toRowStep(subscriber);
  return {
    ...step,
    async decide(db, replace) {
      const other = await otherWith(db, email, id);
      if (other === undefined && !replace && (await isErased(db, id))) return 'kept';
      if (other === undefined) return step.decide(db, replace);
      return (await missingLists(db, other, lists)).length > 0 ? 'changed' : 'same';
    },
    async write(db, writing) {
      const other = await otherWith(db, email, id);
      if (other === undefined) await step.write(db, writing);
      else await subscribe(db, other, await missingLists(db, other, lists));
    },
  };
}

function toRowStep({ id, email, lists, created_at, updated_at }: Subscriber): Step {
  const times = { created_at: toIsoUtc(created_at), updated_at: toIsoUtc(updated_at) };
  return rowStep({
    collection: 'subscribers',
    table: 'subscriber',
    id,
    toRow: () => ({ id, email, ...times }),
    links: { subscription: lists },
  });
}

async function otherWith(db: Db, email: string, id: string): Promise<string | undefined> {
  const holder = await findByEmail(db, email);
  return holder === id ? undefined : holder;
}

async function missingLists(
  db: Db,
  id: string,
  lists: readonly { id: string }[],
): Promise<string[]> {
  const present = new Set(await linkedIds(db, 'subscription', id));
  return lists.map((list) => list.id).filter((list) => !present.has(list));
}

function ageOf({ created_at, id }: Subscriber): string {
  return `${toIsoUtc(created_at)} ${id}`;
}
