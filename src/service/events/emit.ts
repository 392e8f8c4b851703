import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ContentChanged } from '../../model/api/content-changed.ts';
import type { Release } from '../../model/api/release.ts';
import type { ReleaseEvent, ReleaseEventName } from '../contract/event.ts';
import { fixedText } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';

/**
 * Puts an event into the outbox, with a delivery for each hook that asked for it. Called inside
 * the transaction that makes the move, so that neither is ever there without the other.
 */
export async function emit(
  db: Db,
  name: ReleaseEventName,
  release: Release,
  now: Date,
): Promise<void> {
  const id = `msg_${randomUUID()}`;
  const due_at = now.toISOString();
  const created_at = await timeAfterOthers(db, release.id, due_at);
  const payload: ReleaseEvent = { type: name, timestamp: due_at, data: release };
  const event = { id, name, release_id: release.id, payload: JSON.stringify(payload), created_at };
  await db.insertInto('event').values(event).execute();
  await db
    .insertInto('delivery')
    .columns(['event_id', 'hook_id', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('hook')
        .innerJoin('hook_event', 'hook_event.hook_id', 'hook.id')
        .select([eb.val(id).as('event_id'), 'hook.id', eb.val(due_at).as('due_at')])
        .where('hook_event.event', '=', name)
        .where('disabled_at', 'is', null),
    )
    .execute();
}

/**
 * Of two events of a release the later one supersedes the other: instances differ in their clocks,
 * and clocks are set back.
 */
async function timeAfterOthers(db: Db, release_id: string, now: string): Promise<string> {
  const { last } = await db
    .selectFrom('event')
    .select(({ fn }) => fn.max<string | null>('created_at').as('last'))
    .where('release_id', '=', release_id)
    .executeTakeFirstOrThrow();
  return last === null || last < now ? now : new Date(Date.parse(last) + 1).toISOString();
}

/** What changed that pages show. */
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
 * Tells the hooks that asked for it that something changed (docs/api.md, "Events"); within the
 * transaction of the change. A hook that is still to be told of an earlier one is told once: it looks
 * at everything, and not before this is written. Where an attempt is under way, that may have been
 * before, and it is told again. Gives whether a hook is to be told.
 */
export function emitChanged(db: Db, { kind, id }: Changed, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const { rows: hooks } = await sql<{ id: string }>`${selectHooksToNotify(db)}`.execute(db);
    if (hooks.length === 0) return false;
    const event_id = `msg_${randomUUID()}`;
    const created_at = now.toISOString();
    const told: ContentChanged = { type: name, timestamp: created_at, data: { kind, id } };
    const event = { id: event_id, name, release_id: null, payload: JSON.stringify(told) };
    await db
      .insertInto('event')
      .values({ ...event, created_at })
      .execute();
    await db
      .insertInto('delivery')
      .values(hooks.map((hook) => ({ event_id, hook_id: hook.id, due_at: created_at })))
      .execute();
    return true;
  });
}

const selectHooksToNotify = fixedText((db) =>
  db
    .selectFrom('hook')
    .innerJoin('hook_event', 'hook_event.hook_id', 'hook.id')
    .select('hook.id')
    .where('hook_event.event', '=', sql.lit(name))
    .where('disabled_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
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
