import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { newSecret } from '../../lib/http/standard-webhooks.ts';
import { EventName } from '../contract/event.ts';
import { json } from '../database/columns.ts';
import { wordsOf } from '../database/engine.ts';
import { recordErasure } from '../database/erasures.ts';
import { hasChanged } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { isFailed } from './deliveries.ts';

interface NewHook {
  url: string;
  events: readonly EventName[];
  /** Secret that signs deliveries; generated if left out. */
  secret?: string;
}

/** Adds a hook and returns its secret, which is not shown again. */
export function addHook(db: Db, hook: NewHook, now: Date): Promise<{ id: string; secret: string }> {
  const { url, events, secret = newSecret() } = hook;
  const id = `hook_${randomUUID()}`;
  const created_at = now.toISOString();
  return inTransaction(db, async (db) => {
    await db.insertInto('hook').values({ id, url, secret, created_at }).execute();
    await writeEvents(db, id, events);
    return { id, secret };
  });
}

/** Replaces the events that a hook is subscribed to; false if there is no such hook. */
export function chooseEvents(db: Db, id: string, events: readonly EventName[]): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const hook = await db.selectFrom('hook').select('id').where('id', '=', id).executeTakeFirst();
    if (!hook) return false;
    await db.deleteFrom('hook_event').where('hook_id', '=', id).execute();
    await writeEvents(db, id, events);
    return true;
  });
}

async function writeEvents(db: Db, hook_id: string, events: readonly EventName[]): Promise<void> {
  const rows = [...new Set(events)].map((event) => ({ hook_id, event }));
  await db.insertInto('hook_event').values(rows).execute();
}

/** Whether a hook can have this address: http or https, without a username or password. */
export function isHookAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

const Hook = z.object({
  id: z.string(),
  url: z.string(),
  events: json(z.array(z.object({ event: EventName }))).transform((rows) =>
    rows.map(({ event }) => event),
  ),
  created_at: z.string(),
  disabled_at: z.string().nullable(),
  waiting: z.int(),
  failed: z.int(),
});
export type Hook = z.infer<typeof Hook>;

/**
 * Lists hooks without their secrets, oldest first, with the numbers of pending and failed
 * deliveries.
 */
export async function listHooks(db: Db): Promise<Hook[]> {
  const rows = await db
    .selectFrom('hook')
    .select(['id', 'url', eventsOf(db).as('events'), 'created_at', 'disabled_at'])
    .select((eb) => {
      const ofHook = eb
        .selectFrom('delivery')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('hook_id', '=', 'hook.id');
      return [
        ofHook.where('due_at', 'is not', null).as('waiting'),
        ofHook.where(isFailed).as('failed'),
      ];
    })
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => Hook.parse(row));
}

function eventsOf(db: Db) {
  return wordsOf(db).jsonArrayFrom(
    db
      .selectFrom('hook_event as x')
      .select('x.event')
      .where('x.hook_id', '=', sql.ref<string>('hook.id'))
      .orderBy('x.event'),
  );
}

/** Removes a hook and its pending deliveries permanently; false if there is no such hook. */
export function removeHook(db: Db, id: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    if (!(await hasChanged(db.deleteFrom('hook').where('id', '=', id)))) return false;
    await recordErasure(db, 'hook', id, now);
    return true;
  });
}

/** How long deliveries are signed with both the new secret and the replaced secret. */
const overlapMs = 24 * 60 * 60_000;

/**
 * Replaces a hook's secret and returns the new one, which is not shown again. For a day, deliveries
 * are also signed with the replaced secrets, so that receivers that do not know the new secret yet
 * accept them. Returns undefined if there is no such hook.
 */
export async function rotateSecret(db: Db, id: string, now: Date): Promise<string | undefined> {
  const secret = newSecret();
  const replacing = db
    .updateTable('hook')
    .set({
      previous_secret: sql`case when previous_secret_until > ${now.toISOString()}
        then previous_secret || ' ' || secret else secret end`,
      previous_secret_until: new Date(now.getTime() + overlapMs).toISOString(),
      secret,
    })
    .where('id', '=', id);
  return (await hasChanged(replacing)) ? secret : undefined;
}

/** Enables a disabled hook; false if no disabled hook has this id. */
export function enableHook(db: Db, id: string): Promise<boolean> {
  const enabling = db.updateTable('hook').set({ disabled_at: null }).where('id', '=', id);
  return hasChanged(enabling.where('disabled_at', 'is not', null));
}
