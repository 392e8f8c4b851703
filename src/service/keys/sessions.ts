import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { digest } from '../../lib/digest.ts';
import { shorten } from '../../lib/text/text.ts';
import type { Db, Schema } from '../database/schema.ts';
import { newSecret, type User } from './users.ts';

/** A session ends after 12 hours without a request, and 30 days after it began. */
const idleMs = 12 * 60 * 60_000;
const maxMs = 30 * 24 * 60 * 60_000;
/** The time of the last request is stored at most this often, so that few reads cause writes. */
const touchMs = 5 * 60_000;
const maxAgent = 200;

export interface Visitor {
  user: User;
  /** Id of the session; undefined if a proxy signed the user in. */
  session?: string;
  /** Whether the time of the session's last request has to be stored again. */
  isOld?: boolean;
}

/** The name of the user to whom an unused sign-in link belongs. */
export async function findLink(db: Db, secret: string, now: Date): Promise<User | undefined> {
  return db
    .selectFrom('desk_link')
    .innerJoin('desk_user', 'desk_user.id', 'desk_link.user_id')
    .select(['desk_user.id', 'desk_user.name', 'desk_user.role'])
    .where('desk_link.sha256', '=', digest(secret))
    .where('desk_link.expires_at', '>', now.toISOString())
    .executeTakeFirst();
}

/**
 * Spends a sign-in link and begins a session. Returns the session's secret, which is new, so that
 * nobody can know it before; undefined if the link is unknown, used or expired.
 */
export async function signIn(
  db: Db,
  secret: string,
  { now, agent }: { now: Date; agent: string },
): Promise<{ secret: string; user: User } | undefined> {
  const user = await findLink(db, secret, now);
  if (!user) return undefined;
  await db.deleteFrom('desk_link').where('user_id', '=', user.id).execute();
  const isLive = liveAt(now);
  await db
    .deleteFrom('desk_session')
    .where((eb) => eb.not(isLive(eb)))
    .execute();
  const [session, at] = [newSecret(), now.toISOString()];
  const holder = { user_id: user.id, sha256: digest(session), agent: shorten(agent, maxAgent) };
  const row = { id: randomUUID(), ...holder, created_at: at, used_at: at };
  await db.insertInto('desk_session').values(row).execute();
  return { secret: session, user };
}

/** Who has the session with this secret, unless it has expired. */
export async function findSession(db: Db, secret: string, now: Date): Promise<Visitor | undefined> {
  const row = await db
    .selectFrom('desk_session')
    .innerJoin('desk_user', 'desk_user.id', 'desk_session.user_id')
    .select(['desk_session.id as session', 'used_at', 'user_id as id', 'name', 'role'])
    .where('sha256', '=', digest(secret))
    .where(liveAt(now))
    .executeTakeFirst();
  if (!row) return undefined;
  const { session, used_at, ...user } = row;
  return { session, user, isOld: now.getTime() - Date.parse(used_at) >= touchMs };
}

export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  const touched = db.updateTable('desk_session').set({ used_at: now.toISOString() });
  await touched.where('id', '=', id).execute();
}

/** The sessions of a user, latest first. */
export function listSessions(db: Db, user: User, now: Date) {
  return db
    .selectFrom('desk_session')
    .select(['id', 'agent', 'created_at', 'used_at'])
    .where('user_id', '=', user.id)
    .where(liveAt(now))
    .orderBy('used_at', 'desc')
    .execute();
}

/** Ends a session of a user. */
export async function endSession(db: Db, user: User, id: string): Promise<void> {
  const ended = db.deleteFrom('desk_session').where('id', '=', id);
  await ended.where('user_id', '=', user.id).execute();
}

/** A condition for sessions that have not expired. */
function liveAt(now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return (eb: ExpressionBuilder<Schema, 'desk_session'>) =>
    eb.and([eb('used_at', '>', ago(idleMs)), eb('desk_session.created_at', '>', ago(maxMs))]);
}
