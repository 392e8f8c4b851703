import { randomUUID } from 'node:crypto';
import type { Db } from '../database/schema.ts';

/** How long activities are kept, in milliseconds. */
const retentionMs = 366 * 24 * 60 * 60_000;

export interface Activity {
  at: string;
  /** Name of a user or a key. */
  actor: string;
  action: string;
  /** What was changed, such as the id of a release; may be empty. */
  subject: string;
}

/** Records who changed what. */
export async function recordActivity(
  db: Db,
  { now, ...activity }: Omit<Activity, 'at'> & { now: Date },
): Promise<void> {
  const row = { id: randomUUID(), at: now.toISOString(), ...activity };
  await db.insertInto('activity').values(row).execute();
}

/** The latest activities. */
export function listActivities(db: Db, limit: number): Promise<Activity[]> {
  const all = db.selectFrom('activity').select(['at', 'actor', 'action', 'subject']);
  return all.orderBy('at', 'desc').orderBy('id').limit(limit).execute();
}

/** Removes old activities. */
export async function removeOldActivities(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs).toISOString();
  await db.deleteFrom('activity').where('at', '<', before).execute();
}
