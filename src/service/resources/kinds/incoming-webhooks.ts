import { z } from 'zod';
import { IncomingWebhookInput } from '../../contract/inputs.ts';
import { toFlag } from '../../database/columns.ts';
import { recordErasure } from '../../database/erasures.ts';
import { save } from '../../database/save.ts';
import {
  listIncomingWebhooks,
  readIncomingWebhook,
  type StoredWebhook,
} from '../incoming-webhooks.ts';
import type { Kind } from './kind.ts';

/** The token and full URL of a webhook, which exports contain. */
const place = { token: z.string().min(1), url: z.url() };
const Added = IncomingWebhookInput.extend(place);
const Edited = IncomingWebhookInput.pick({ name: true })
  .extend({ ...place, isEnabled: z.boolean() })
  .partial();
export type WebhookInput = z.infer<typeof Added> & { isEnabled?: boolean };

/** Incoming webhooks, which create drafts or add subscribers. */
export const incomingWebhookKind: Kind<StoredWebhook, WebhookInput> = {
  one: 'incoming webhook',
  added: Added,
  edited: Edited,
  list: (db) => listIncomingWebhooks(db, {}),
  find: readIncomingWebhook,
  async write(db, { id, before, input, now }) {
    const { name = '', type = 'RELEASE', token = '', isEnabled = true } = { ...before, ...input };
    const updated_at = now.toISOString();
    const place = input.url === undefined ? {} : { token, url: input.url };
    const kept = { name, type, is_enabled: toFlag(isEnabled), updated_at };
    if (before)
      await db
        .updateTable('incoming_webhook')
        .set({ ...kept, ...place })
        .where('id', '=', id)
        .execute();
    else
      await save(db, 'incoming_webhook', {
        ...kept,
        id,
        token,
        url: input.url ?? '',
        created_at: updated_at,
        last_triggered_at: null,
      });
  },
  async remove(db, { id }, now) {
    await db.deleteFrom('incoming_webhook').where('id', '=', id).execute();
    await recordErasure(db, 'incoming_webhook', id, now);
  },
};
