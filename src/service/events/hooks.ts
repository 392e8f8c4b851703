import { randomUUID } from 'node:crypto';
import type { EventName } from '../../model/event.ts';
import type { Database } from '../database/database.ts';
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
