import { toIsoUtc } from '../../lib/time/clock.ts';
import type { IncomingWebhook } from '../contract/resources.ts';
import { toFlag } from '../database/columns.ts';
import type { Db } from '../database/schema.ts';
import { markFiles } from '../resources/file-uses.ts';
import { readFile, writeFile } from '../resources/files.ts';
import {
  findWebhookByToken,
  isSecret,
  newToken,
  readIncomingWebhook,
} from '../resources/incoming-webhooks.ts';
import { bytesOf, type LazyFile } from './lazy-file.ts';
import { rowStep } from './row-step.ts';
import type { DataSet } from './schema.ts';
import type { Step } from './step.ts';
import { decideWorkspace, writeWorkspace } from './workspace.ts';

export function workspaceStep(workspace: DataSet['workspace']): Step {
  return {
    collection: 'workspace',
    id: workspace.id,
    bytes: 0,
    decide: (db, replace) => decideWorkspace(db, workspace, replace),
    write: (db, { replace }) => writeWorkspace(db, workspace, replace),
  };
}

export function webhookStep(webhook: IncomingWebhook): Step {
  const { id, lastTriggeredAt } = webhook;
  const row = {
    id,
    name: webhook.name,
    type: webhook.type,
    is_enabled: toFlag(webhook.isEnabled),
    created_at: toIsoUtc(webhook.createdAt),
    updated_at: toIsoUtc(webhook.updatedAt),
  };
  const triggered = lastTriggeredAt && toIsoUtc(lastTriggeredAt);
  return rowStep({
    collection: 'incoming webhooks',
    table: 'incoming_webhook',
    id,
    toRow: async (db) => ({
      ...row,
      ...(await tokenFor(db, webhook)),
      // A call of the webhook does not change its `updated_at`, so the later `last_triggered_at` is
      // kept.
      last_triggered_at: later(triggered, (await readIncomingWebhook(db, id))?.lastTriggeredAt),
    }),
  });
}

export function fileStep(file: LazyFile): Step {
  return {
    collection: 'files',
    id: file.name,
    bytes: file.size ?? file.bytes.length,
    async decide(db) {
      const present = await readFile(db, file.name);
      if (!present) return 'new';
      const isSame = async () => Buffer.compare(present.bytes, await bytesOf(file)) === 0;
      return present.type === file.type && (await isSame()) ? 'same' : 'changed';
    },
    async write(db, { now }) {
      await writeFile(db, { ...file, bytes: await bytesOf(file) });
      // The import may lack the resource that uses the file.
      await markFiles(db, [file.name], now);
    },
  };
}

function later(one: string | null, other: string | null = null): string | null {
  return (one ?? '') > (other ?? '') ? one : other;
}

/**
 * Returns the token and the URL of an imported webhook. If the last part of the URL is a secret, it
 * becomes the token, so that callers of the old URL only need to change the host. Otherwise the
 * existing token, or a new one, is appended to the URL, so that later exports and imports keep the
 * token.
 */
async function tokenFor(
  db: Db,
  { id, url }: Pick<IncomingWebhook, 'id' | 'url'>,
): Promise<{ token: string; url: string }> {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  const holder = (await findWebhookByToken(db, last))?.id ?? id;
  if (isSecret(last) && holder === id) return { token: last, url };
  const present = await readIncomingWebhook(db, id);
  const token = present?.token ?? newToken();
  return { token, url: `${url}/${token}` };
}
