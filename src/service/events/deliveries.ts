import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { ContentChanged } from '../../model/api/content-changed.ts';
import { EventName } from '../contract/event.ts';
import { json } from '../database/columns.ts';
import type { Db, Schema } from '../database/schema.ts';

const Record = z.object({
  event_id: z.string(),
  name: EventName,
  /** The release in the event; null for events without a release. */
  release_id: z.string().nullable(),
  /** The content of an event without a release; null for other events. */
  changed: json(ContentChanged).nullable(),
  hook_id: z.string(),
  /** Address of the hook. */
  url: z.string(),
  attempts: z.int(),
  attempted_at: z.string().nullable(),
  /** Time of the next attempt; null if there is none. */
  due_at: z.string().nullable(),
  /**
   * Outcome of the last attempt: `delivered`, `gone`, `superseded`, or `failed: ` and the reason.
   */
  outcome: z.string().nullable(),
});
export type DeliveryRecord = z.infer<typeof Record>;

interface Deliveries {
  /** Id of the hook; by default, all hooks. */
  hook?: string | undefined;
  /** Id of the release; by default, all releases, and events without a release. */
  release?: string;
  /** Whether to list only deliveries that failed and are not retried. */
  failed?: boolean;
  limit: number;
}

/** Lists deliveries. Those of the newest events come first. */
export async function listDeliveries(
  db: Db,
  { hook, release, failed = false, limit }: Deliveries,
): Promise<DeliveryRecord[]> {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('event', 'event.id', 'event_id')
    .select(['event_id', 'event.name', 'release_id', 'hook_id', 'attempts', 'attempted_at'])
    .select(['due_at', 'outcome'])
    // A join would keep the database from reading the newest events first.
    .select((eb) => eb.selectFrom('hook').select('url').whereRef('id', '=', 'hook_id').as('url'))
    .select(sql`case when release_id is null then payload end`.as('changed'))
    .$if(hook !== undefined, (all) => all.where('hook_id', '=', hook ?? ''))
    .$if(release !== undefined, (all) => all.where('release_id', '=', release ?? ''))
    .$if(failed, (all) => all.where(isFailed))
    .orderBy('event.created_at', 'desc')
    .orderBy('event_id')
    .orderBy('hook_id')
    .limit(limit)
    .execute();
  return rows.map((row) => Record.parse(row));
}

/** Counts deliveries that failed and are not retried. */
export async function countFailed(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('delivery')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(isFailed)
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * Restarts the finished deliveries of an event, or the failed deliveries of a hook. Disabled hooks
 * are left out. Returns the number of restarted deliveries.
 * @param id of the event or the hook
 */
export async function redeliver(db: Db, id: string, now: Date): Promise<number> {
  const at = now.toISOString();
  const { numUpdatedRows } = await db
    .updateTable('delivery')
    .set((eb) => ({
      attempts: 0,
      outcome: null,
      // Each delivery becomes due at the time of its event, so that hooks get the events in order.
      due_at: eb
        .selectFrom('event')
        .select(sql<string>`case when created_at < ${at} then created_at else ${at} end`.as('at'))
        .whereRef('event.id', '=', 'event_id'),
    }))
    .where((eb) =>
      eb.or([
        eb.and([eb('event_id', '=', id), eb('due_at', 'is', null)]),
        eb.and([eb('hook_id', '=', id), isFailed(eb)]),
      ]),
    )
    .where('hook_id', 'in', (eb) =>
      eb.selectFrom('hook').select('id').where('disabled_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * A condition for deliveries that failed and are not retried. The database uses its partial index
 * only if the condition is written exactly as in the index.
 */
export function isFailed(eb: ExpressionBuilder<Schema, 'delivery'>): Expression<SqlBool> {
  return eb.and([
    eb('due_at', 'is', null),
    eb('outcome', '<>', sql.lit('delivered')),
    eb('outcome', '<>', sql.lit('superseded')),
  ]);
}
