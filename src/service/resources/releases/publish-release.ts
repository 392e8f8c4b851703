import { sql } from 'kysely';
import type { Release } from '../../../model/api/release.ts';
import { wordsOf } from '../../database/engine.ts';
import { hasChanged } from '../../database/queries.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';
import { emit } from '../../events/emit.ts';
import { dropWaiting } from '../../events/supersede.ts';
import { found, RefusedError } from '../../refused-error.ts';
import { readRelease } from './releases.ts';

/**
 * When a release is published (docs/api.md, "States of a release"): at once, or at `scheduled_at`.
 * By default, its channels stay.
 */
export type Move = Pick<Release, 'scheduled_at' | 'channels'>;

export interface PublishReleaseOptions {
  now: Date;
  /** Converts a release to its form in events. */
  show: (release: Release) => Release;
  /** If true, publishes the release only if it is scheduled and due. */
  ifDue?: boolean;
}

/**
 * Publishes or schedules a release, and adds its event. A release that is already published does
 * not change. The SQL statement that writes also checks the status, so that only one of several
 * concurrent calls succeeds.
 * @throws RefusedError if there is no such release, or if it is already published or not yet due
 */
export function publishRelease(
  db: Db,
  id: string,
  { move, ...options }: PublishReleaseOptions & { move: Move },
): Promise<Release> {
  const { now, show } = options;
  return inTransaction(db, async (db) => {
    const isMoved = await moveRelease(db, id, { move, ...options });
    const release = found(await readRelease(db, id), 'release');
    if (!isMoved) throw new RefusedError('invalid', 'The release is already published.');
    const name = move.scheduled_at ? 'release.scheduled' : 'release.published';
    await emit(db, name, show(release), now);
    return release;
  });
}

/**
 * Turns a scheduled release into a draft, and drops its event if it still waits for delivery; false
 * if the release is not scheduled.
 */
export function unscheduleRelease(db: Db, id: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const unscheduling = db
      .updateTable('release')
      .set({ status: 'DRAFT', scheduled_at: null, updated_at: now.toISOString() })
      .where('id', '=', id)
      .where('status', '=', 'SCHEDULED');
    const isUnscheduled = await hasChanged(unscheduling);
    if (isUnscheduled) await dropWaiting(db, id, 'release.scheduled');
    return isUnscheduled;
  });
}

function moveRelease(
  db: Db,
  id: string,
  { move, now, ifDue = false }: PublishReleaseOptions & { move: Move },
): Promise<boolean> {
  const at = now.toISOString();
  const moving = db
    .updateTable('release')
    .set({ ...columns(move, at), updated_at: at })
    .where('id', '=', id)
    .where('status', '<>', 'RELEASED')
    .$if(ifDue, (all) => all.where('scheduled_at', '<=', at));
  return hasChanged(moving);
}

/** docs/api.md, "Release": `scheduled_at` is set only while the status is SCHEDULED. */
function columns({ channels, scheduled_at }: Move, at: string) {
  const moved = scheduled_at
    ? { status: 'SCHEDULED' as const, scheduled_at }
    : { status: 'RELEASED' as const, released_at: at, released_on: null, scheduled_at: null };
  return { ...moved, ...(channels && { channels: JSON.stringify(channels) }) };
}

/** Ids of due releases, earliest first. */
export async function dueReleases(
  db: Db,
  { now, most: max, but: except }: { now: Date; most: number; but: Iterable<string> },
): Promise<string[]> {
  const rows = await scheduled(db)
    .select('id')
    .where('scheduled_at', '<=', now.toISOString())
    .where(({ not }) => not(wordsOf(db).isAmong('id', except)))
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
}

/** Time of the next scheduled release, in milliseconds since 1970. */
export async function nextScheduled(db: Db, now: Date): Promise<number | undefined> {
  const row = await scheduled(db)
    .select(({ fn }) => fn.min<string | null>('scheduled_at').as('at'))
    .where('scheduled_at', '>', now.toISOString())
    .executeTakeFirst();
  return row?.at ? Date.parse(row.at) : undefined;
}

/** The database uses its partial index only if the condition is written exactly as in the index. */
function scheduled(db: Db) {
  return db.selectFrom('release').where('status', '=', sql.lit('SCHEDULED' as const));
}
