import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { UpdateIncomingWebhook } from '../contract/requests.ts';
import { IncomingWebhook } from '../contract/resources.ts';
import { flag, toFlag } from '../database/columns.ts';
import { type PageQuery, paged } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { defined } from './defined.ts';

/** A webhook as it is kept: its URL is made from its token, as only the request knows the host. */
export type StoredWebhook = Omit<IncomingWebhook, 'url'> & { token: string };

const Imported = IncomingWebhook.extend({ isEnabled: flag });
const Stored = Imported.omit({ url: true }).extend({ token: z.string() });

interface WebhookQuery extends PageQuery {
  type?: IncomingWebhook['type'] | undefined;
}

/** One page of the incoming webhooks, newest first. */
export async function listIncomingWebhooks(
  db: Db,
  { type, ...page }: WebhookQuery,
): Promise<StoredWebhook[]> {
  let webhooks = selectWebhooks(db).orderBy('created_at', 'desc').orderBy('id');
  if (type !== undefined) webhooks = webhooks.where('type', '=', type);
  const rows = await paged(webhooks, page).execute();
  return rows.map((row) => Stored.parse(row));
}

/** The incoming webhook with this id. */
export async function readIncomingWebhook(db: Db, id: string): Promise<StoredWebhook | undefined> {
  const row = await selectWebhooks(db).where('id', '=', id).executeTakeFirst();
  return row && Stored.parse(row);
}

/** All incoming webhooks under the URLs that they were imported with. */
export async function allIncomingWebhooks(db: Db): Promise<IncomingWebhook[]> {
  const rows = await selectWebhooks(db).orderBy('created_at', 'desc').orderBy('id').execute();
  return rows.map((row) => Imported.parse(row));
}

/** The incoming webhook that is called by this secret token. */
export async function findWebhookByToken(
  db: Db,
  token: string,
): Promise<StoredWebhook | undefined> {
  const row = await selectWebhooks(db).where('token', '=', token).executeTakeFirst();
  return row && Stored.parse(row);
}

/** Changes what is given; undefined where there is no such webhook. */
export function updateIncomingWebhook(
  db: Db,
  id: string,
  { name, isEnabled, now }: UpdateIncomingWebhook & { now: Date },
): Promise<StoredWebhook | undefined> {
  const is_enabled = isEnabled === undefined ? undefined : toFlag(isEnabled);
  // One statement, and still: commands and imports read a webhook and write it back whole.
  return inTransaction(db, async (db) => {
    await db
      .updateTable('incoming_webhook')
      .set({ ...defined({ name, is_enabled }), updated_at: now.toISOString() })
      .where('id', '=', id)
      .execute();
    return readIncomingWebhook(db, id);
  });
}

/** Writes down a call that did what it was for. */
export async function markTriggered(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('incoming_webhook')
    .set({ last_triggered_at: now.toISOString() })
    .where('id', '=', id)
    .execute();
}

/** The webhook as the API shows it: called at `{origin}/incoming/{token}`. */
export function toIncomingWebhook(stored: StoredWebhook, origin: string): IncomingWebhook {
  const { id, name, type, isEnabled, token, ...times } = stored;
  return { id, name, type, isEnabled, url: `${origin}/incoming/${token}`, ...times };
}

function selectWebhooks(db: Db) {
  return db
    .selectFrom('incoming_webhook')
    .select(['id', 'name', 'type', 'is_enabled as isEnabled', 'url', 'token'])
    .select(['last_triggered_at as lastTriggeredAt'])
    .select(['created_at as createdAt', 'updated_at as updatedAt']);
}

/** What a webhook is called by, which nobody can guess and every import takes for a secret. */
export function newToken(): string {
  for (;;) {
    const token = randomBytes(24).toString('base64url');
    if (isSecret(token)) return token;
  }
}

/** Long, and no mere words: what somebody made up for a path can be guessed. */
export function isSecret(part: string): boolean {
  return /^[\w-]{20,}$/.test(part) && /\d/.test(part);
}
