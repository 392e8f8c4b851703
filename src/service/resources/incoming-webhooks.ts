import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ListIncomingWebhooks } from '../contract/lists.ts';
import type { UpdateIncomingWebhook } from '../contract/requests.ts';
import { IncomingWebhook } from '../contract/resources.ts';
import { flag, toFlag } from '../database/columns.ts';
import { paged } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { defined } from './defined.ts';

/**
 * An incoming webhook as the database stores it: without the URL, which depends on the host of the
 * request.
 */
export type StoredWebhook = Omit<IncomingWebhook, 'url'> & { token: string };

const Imported = IncomingWebhook.extend({ isEnabled: flag });
const Stored = Imported.omit({ url: true }).extend({ token: z.string() });

export async function listIncomingWebhooks(
  db: Db,
  { type, ...page }: ListIncomingWebhooks,
): Promise<StoredWebhook[]> {
  let webhooks = selectWebhooks(db).orderBy('created_at', 'desc').orderBy('id');
  if (type !== undefined) webhooks = webhooks.where('type', '=', type);
  const rows = await paged(webhooks, page).execute();
  return rows.map((row) => Stored.parse(row));
}

export async function readIncomingWebhook(db: Db, id: string): Promise<StoredWebhook | undefined> {
  const row = await selectWebhooks(db).where('id', '=', id).executeTakeFirst();
  return row && Stored.parse(row);
}

/** All incoming webhooks, with their stored URLs, for exports. */
export async function allIncomingWebhooks(db: Db): Promise<IncomingWebhook[]> {
  const rows = await selectWebhooks(db).orderBy('created_at', 'desc').orderBy('id').execute();
  return rows.map((row) => Imported.parse(row));
}

export async function findWebhookByToken(
  db: Db,
  token: string,
): Promise<StoredWebhook | undefined> {
  const row = await selectWebhooks(db).where('token', '=', token).executeTakeFirst();
  return row && Stored.parse(row);
}

/**
 * Updates the given fields of an incoming webhook. Returns undefined if there is no such webhook.
 */
export function updateIncomingWebhook(
  db: Db,
  id: string,
  { name, isEnabled, now }: UpdateIncomingWebhook & { now: Date },
): Promise<StoredWebhook | undefined> {
  const is_enabled = isEnabled === undefined ? undefined : toFlag(isEnabled);
  // In a transaction, because commands and imports read a whole webhook and then write it, which
  // would undo a change made in between.
  return inTransaction(db, async (db) => {
    await db
      .updateTable('incoming_webhook')
      .set({ ...defined({ name, is_enabled }), updated_at: now.toISOString() })
      .where('id', '=', id)
      .execute();
    return readIncomingWebhook(db, id);
  });
}

/** Records the time of a successful call. */
export async function markTriggered(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('incoming_webhook')
    .set({ last_triggered_at: now.toISOString() })
    .where('id', '=', id)
    .execute();
}

/** The webhook as the API returns it, with the address `{origin}/incoming/{token}`. */
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

/** Creates a token that cannot be guessed and that imports recognise as a secret. */
export function newToken(): string {
  for (;;) {
    const token = randomBytes(24).toString('base64url');
    if (isSecret(token)) return token;
  }
}

/**
 * Whether a part of an address looks like a secret: it is long and contains a digit. Names that
 * people choose rarely look like this.
 */
export function isSecret(part: string): boolean {
  return /^[\w-]{20,}$/.test(part) && /\d/.test(part);
}
