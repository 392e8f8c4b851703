import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { EventName } from '../../model/api/event.ts';
import { newSecret } from './sign.ts';

interface NewHook {
  url: string;
  event: EventName;
  /** Signs the deliveries; a new one where none is given. */
  secret?: string;
}

/** Adds a hook and gives its secret, which is not shown again. */
export function addHook(
  database: Database,
  hook: NewHook,
  now: Date,
): { id: string; secret: string } {
  const { url, event, secret = newSecret() } = hook;
  const id = `hook_${randomUUID()}`;
  database.run(
    `INSERT INTO hook (id, url, event, secret, created_at)
     VALUES (:id, :url, :event, :secret, :created_at)`,
    { id, url, event, secret, created_at: now.toISOString() },
  );
  return { id, secret };
}

/** Whether events can be sent there: http or https, and no password in the address. */
export function isHookAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

const Hook = z.object({
  id: z.string(),
  url: z.string(),
  event: EventName,
  created_at: z.string(),
  disabled_at: z.string().nullable(),
  waiting: z.int(),
  failed: z.int(),
});
type Hook = z.infer<typeof Hook>;

/**
 * All hooks, oldest first, with the number of events that still wait for them and of those that
 * were given up; no secrets.
 */
export function listHooks(database: Database): Hook[] {
  return database.all(
    Hook,
    `SELECT id, url, event, created_at, disabled_at,
     (SELECT count(*) FROM delivery WHERE hook_id = id AND due_at IS NOT NULL) AS waiting,
     (SELECT count(*) FROM delivery
      WHERE hook_id = id AND due_at IS NULL AND outcome <> 'delivered') AS failed
     FROM hook ORDER BY created_at, id`,
  );
}

/** Removes a hook and what still waits for it; false where there is none. */
export function removeHook(database: Database, id: string): boolean {
  return database.run('DELETE FROM hook WHERE id = :id', { id }) > 0;
}

/** How long a secret goes on signing beside the one that took its place. */
const overlapMs = 24 * 60 * 60_000;

/**
 * Gives a hook another secret, which is not shown again; for a day the earlier ones sign too, so
 * that its receiver can be told of the new one without a delivery lost: it may know none but the
 * first where this is done twice. Undefined where there is no such hook.
 */
export function rotateSecret(database: Database, id: string, now: Date): string | undefined {
  const secret = newSecret();
  const until = new Date(now.getTime() + overlapMs).toISOString();
  const changed = database.run(
    `UPDATE hook SET
       previous_secret = iif(previous_secret_until > :now, previous_secret || ' ', '') || hook.secret,
       previous_secret_until = :until, secret = :secret
     WHERE id = :id`,
    { id, now: now.toISOString(), until, secret },
  );
  return changed > 0 ? secret : undefined;
}

/** Tells a hook of events again, from now on; false where there is none that is disabled. */
export function enableHook(database: Database, id: string): boolean {
  const sql = 'UPDATE hook SET disabled_at = NULL WHERE id = :id AND disabled_at IS NOT NULL';
  return database.run(sql, { id }) > 0;
}
