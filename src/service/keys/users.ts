import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { digest } from '../../lib/digest.ts';
import { VisibleName } from '../contract/inputs.ts';
import { recordErasure } from '../database/erasures.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { invalidFields } from '../refused-error.ts';
import { isExpired, listKeys } from './keys.ts';

/** What a user may do: writers edit drafts; publishers do everything. */
export const Role = z.enum(['writer', 'publisher']);
export type Role = z.infer<typeof Role>;

export interface User {
  id: string;
  name: string;
  role: Role;
}

export type ListedUser = Awaited<ReturnType<typeof listUsers>>[number];

/** Forms leave out white space at the edges, and the log names commands and keys as it names users. */
const UserName = VisibleName.refine(
  (name) => name === name.trim() && !/^(?:a command$|API_KEY$|key )/.test(name),
  'expected a name without white space at its edges that is not “a command” or “API_KEY”, and does not begin with “key ”',
);

/** How long a sign-in link works, in milliseconds. */
const linkMs = 30 * 60_000;

/** A secret of 256 bits that is safe in addresses and cookies. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Adds a user. @throws RefusedError if the name is empty, too long, reserved or taken */
export async function addUser(db: Db, { name, role }: Omit<User, 'id'>, now: Date): Promise<User> {
  const { error } = UserName.safeParse(name);
  if (error) throw invalidFields({ name: error.issues[0]?.message ?? '' });
  return inTransaction(db, async (db) => {
    if (await findUser(db, name)) throw invalidFields({ name: 'expected a name that no user has' });
    const user = { id: randomUUID(), name, role };
    await db
      .insertInto('desk_user')
      .values({ ...user, created_at: now.toISOString() })
      .execute();
    return user;
  });
}

/** The user with this name. */
export function findUser(db: Db, name: string): Promise<User | undefined> {
  const users = db.selectFrom('desk_user').select(['id', 'name', 'role']);
  return users.where('name', '=', name).executeTakeFirst();
}

/** Makes a sign-in link's secret. Earlier links of the user end. */
export async function makeLink(db: Db, { id }: Pick<User, 'id'>, now: Date): Promise<string> {
  const secret = newSecret();
  const expires_at = new Date(now.getTime() + linkMs).toISOString();
  const link = { sha256: digest(secret), expires_at };
  await db
    .insertInto('desk_link')
    .values({ user_id: id, ...link })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute();
  return secret;
}

/** The address of a sign-in link. */
export function linkAddress(origin: string, secret: string): string {
  return `${origin}/desk/sign-in/${secret}`;
}

/** All users, each with the names of the valid keys that the user made. */
export async function listUsers(db: Db, now: Date) {
  const users = await db.selectFrom('desk_user').selectAll().orderBy('name').execute();
  const sessions = await db.selectFrom('desk_session').select('user_id').execute();
  const keys = (await listKeys(db)).filter((key) => !key.revoked_at && !isExpired(key, now));
  return users.map((user) => ({
    ...user,
    sessions: sessions.filter(({ user_id }) => user_id === user.id).length,
    keys: keys.flatMap(({ name, created_by }) => (created_by === user.name ? name : [])),
  }));
}

/**
 * Gives a user another role, or removes the user (`role` is undefined). Ends the user's sessions
 * and links. False if there is no such user.
 */
export function changeUser(
  db: Db,
  name: string,
  { role, now }: { role: Role | undefined; now: Date },
): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const user = await findUser(db, name);
    if (!user) return false;
    for (const table of ['desk_session', 'desk_link'] as const)
      await db.deleteFrom(table).where('user_id', '=', user.id).execute();
    if (role) await db.updateTable('desk_user').set({ role }).where('id', '=', user.id).execute();
    else {
      await db.deleteFrom('desk_user').where('id', '=', user.id).execute();
      await recordErasure(db, 'desk_user', user.id, now);
    }
    return true;
  });
}
