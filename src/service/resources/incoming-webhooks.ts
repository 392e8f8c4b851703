import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { IncomingWebhook } from '../../model/api/incoming-webhook.ts';
import type { UpdateIncomingWebhook } from '../../model/api/requests.ts';
import { flag, toFlag } from '../database/columns.ts';
import { type List, type ListQuery, readPage } from '../database/page.ts';

/** A webhook as it is kept: its URL is made from its token, as only the request knows the host. */
export type StoredWebhook = Omit<IncomingWebhook, 'url'> & { token: string };

const list: List<StoredWebhook> = {
  row: IncomingWebhook.omit({ url: true }).extend({ isEnabled: flag, token: z.string() }),
  table: 'incoming_webhook',
  by: 'created_at DESC',
  select: `
    SELECT id, name, type, is_enabled AS isEnabled, token,
    last_triggered_at AS lastTriggeredAt, created_at AS createdAt, updated_at AS updatedAt
    FROM incoming_webhook`,
  conditions: { type: 'type = :type' },
};

/** One page of the incoming webhooks, newest first. */
export function listIncomingWebhooks(database: Database, query: ListQuery): StoredWebhook[] {
  return readPage(database, list, query);
}

/** The incoming webhook with this id. */
export function readIncomingWebhook(database: Database, id: string): StoredWebhook | undefined {
  return database.get(list.row, `${list.select} WHERE id = :id`, { id });
}

/** All incoming webhooks under the URLs that they were imported with. */
export function allIncomingWebhooks(database: Database): IncomingWebhook[] {
  return database.all(
    IncomingWebhook.extend({ isEnabled: flag }),
    `SELECT id, name, type, is_enabled AS isEnabled, url,
     last_triggered_at AS lastTriggeredAt, created_at AS createdAt, updated_at AS updatedAt
     FROM incoming_webhook ORDER BY created_at DESC, id`,
  );
}

/** The incoming webhook that is called by this secret token. */
export function findWebhookByToken(database: Database, token: string): StoredWebhook | undefined {
  return database.get(list.row, `${list.select} WHERE token = :token`, { token });
}

/** Changes what is given; undefined where there is no such webhook. */
export function updateIncomingWebhook(
  database: Database,
  id: string,
  { name, isEnabled, now }: UpdateIncomingWebhook & { now: Date },
): StoredWebhook | undefined {
  database.run(
    `UPDATE incoming_webhook
     SET name = coalesce(:name, name), is_enabled = coalesce(:is_enabled, is_enabled),
       updated_at = :now
     WHERE id = :id`,
    {
      id,
      name: name ?? null,
      is_enabled: isEnabled === undefined ? null : toFlag(isEnabled),
      now: now.toISOString(),
    },
  );
  return readIncomingWebhook(database, id);
}

/** Writes down a call that did what it was for. */
export function markTriggered(database: Database, id: string, now: Date): void {
  database.run('UPDATE incoming_webhook SET last_triggered_at = :now WHERE id = :id', {
    id,
    now: now.toISOString(),
  });
}

/** The webhook as the API shows it: called at `{origin}/incoming/{token}`. */
export function toIncomingWebhook(stored: StoredWebhook, origin: string): IncomingWebhook {
  const { id, name, type, isEnabled, token, ...times } = stored;
  return { id, name, type, isEnabled, url: `${origin}/incoming/${token}`, ...times };
}
