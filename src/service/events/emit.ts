import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ContentChanged } from '../../model/api/content-changed.ts';
import type { Release } from '../../model/api/release.ts';
import type { EventName, ReleaseEvent, ReleaseEventName } from '../contract/event.ts';
import { fixedText } from '../database/queries.ts';
import type { Db, Schema } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';

/**
 * Adds an event and its deliveries to the outbox. Call it in the same transaction as the change of
 * the release.
 */
export async function emit(
  db: Db,
  name: ReleaseEventName,
  release: Release,
  now: Date,
): Promise<void> {
  const due_at = now.toISOString();
  const created_at = await timeAfterOthers(db, release.id, due_at);
  const payload: ReleaseEvent = { type: name, timestamp: due_at, data: release };
  const hooks = await subscribedTo(db, name).execute();
  await addEvent(db, { name, release_id: release.id, payload, created_at }, hooks, due_at);
}

function subscribedTo(db: Db, name: EventName) {
  return db
    .selectFrom('hook')
    .innerJoin('hook_event', 'hook_event.hook_id', 'hook.id')
    .select('hook.id')
    .where('hook_event.event', '=', sql.lit(name))
    .where('disabled_at', 'is', null);
}

async function addEvent(
  db: Db,
  {
    payload,
    ...event
  }: Pick<Schema['event'], 'name' | 'release_id' | 'created_at'> & { payload: object },
  hooks: readonly { id: string }[],
  due_at: string,
): Promise<void> {
  const event_id = `msg_${randomUUID()}`;
  await db
    .insertInto('event')
    .values({ ...event, id: event_id, payload: JSON.stringify(payload) })
    .execute();
  const deliveries = hooks.map(({ id }) => ({ event_id, hook_id: id, due_at }));
  if (deliveries.length > 0) await db.insertInto('delivery').values(deliveries).execute();
}

/**
 * A time after all earlier events of the release. Later events supersede earlier events, so the
 * times of events must increase, even if the clocks of processes differ or are set back.
 */
async function timeAfterOthers(db: Db, release_id: string, now: string): Promise<string> {
  const { last } = await db
    .selectFrom('event')
    .select(({ fn }) => fn.max<string | null>('created_at').as('last'))
    .where('release_id', '=', release_id)
    .executeTakeFirstOrThrow();
  return last === null || last < now ? now : new Date(Date.parse(last) + 1).toISOString();
}

/** A change of public content. */
export interface Changed {
  kind:
    | 'workspace'
    | 'project'
    | 'label'
    | 'contributor'
    | 'change_type'
    | 'status_type'
    | 'release'
    | 'milestone'
    | 'file';
  id: string;
}

const name = ContentChanged.shape.type.value;

/**
 * Announces a change to subscribed hooks (docs/api.md, "Events"), in the transaction of the change.
 * If a hook already has a pending delivery for a change, it gets no second delivery unless an
 * attempt of the first has begun: after the first, the hook reads all content anyway. Returns
 * whether any hook gets a delivery.
 */
export function emitChanged(db: Db, { kind, id }: Changed, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const { rows: hooks } = await sql<{ id: string }>`${selectHooksToNotify(db)}`.execute(db);
    if (hooks.length === 0) return false;
    const created_at = now.toISOString();
    const payload: ContentChanged = { type: name, timestamp: created_at, data: { kind, id } };
    await addEvent(db, { name, release_id: null, payload, created_at }, hooks, created_at);
    return true;
  });
}

const selectHooksToNotify = fixedText((db) =>
  subscribedTo(db, name).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('delivery')
          .innerJoin('event', 'event.id', 'delivery.event_id')
          .select('event.id')
          .whereRef('delivery.hook_id', '=', 'hook.id')
          .where('delivery.due_at', 'is not', null)
          .where('delivery.begun_at', 'is', null)
          .where('event.name', '=', sql.lit(name)),
      ),
    ),
  ),
);
