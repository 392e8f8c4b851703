import { randomUUID } from 'node:crypto';
import type { Release } from '../../model/api/release.ts';
import type { ReleaseEvent, ReleaseEventName } from '../contract/event.ts';
import type { Db } from '../database/schema.ts';

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
