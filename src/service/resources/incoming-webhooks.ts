import { z } from 'zod';
import { IncomingWebhook } from '../../model/incoming-webhook.ts';
import { flag } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { type List, type ListQuery, readPage } from '../database/page.ts';

/** A webhook as it is kept: its URL is made from its token, as only the request knows the host. */
export type StoredWebhook = Omit<IncomingWebhook, 'url'> & { token: string };

const list: List<StoredWebhook> = {
  row: IncomingWebhook.omit({ url: true }).extend({ isEnabled: flag, token: z.string() }),
  select: `
    SELECT id, name, type, is_enabled AS isEnabled, token,
    last_triggered_at AS lastTriggeredAt, created_at AS createdAt, updated_at AS updatedAt
    FROM incoming_webhook`,
  conditions: { type: 'type = :type' },
  order: 'created_at DESC, id',
};

/** One page of the incoming webhooks, newest first. */
export function listIncomingWebhooks(database: Database, query: ListQuery): StoredWebhook[] {
  return readPage(database, list, query);
}

/** The incoming webhook with this id. */
export function readIncomingWebhook(database: Database, id: string): StoredWebhook | undefined {
  return database.get(list.row, `${list.select} WHERE id = :id`, { id });
}

/** The webhook as the API shows it: called at `{origin}/incoming/{token}`. */
export function toIncomingWebhook(stored: StoredWebhook, origin: string): IncomingWebhook {
  const { id, name, type, isEnabled, token, ...times } = stored;
  return { id, name, type, isEnabled, url: `${origin}/incoming/${token}`, ...times };
}
