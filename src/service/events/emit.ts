import { randomUUID } from 'node:crypto';
import type { Database } from '../../lib/database/database.ts';
import type { EventName, ReleaseEvent } from '../../model/api/event.ts';
import type { Release } from '../../model/api/release.ts';

/**
 * Puts an event into the outbox, with a delivery for each hook that asked for it. Called inside
 * the transaction that makes the move, so that neither is ever there without the other.
 */
export function emit(database: Database, name: EventName, release: Release, now: Date): void {
  const id = `msg_${randomUUID()}`;
  const created_at = now.toISOString();
  const payload: ReleaseEvent = { type: name, timestamp: created_at, data: release };
  database.run(
    `INSERT INTO event (id, name, release_id, payload, created_at)
     VALUES (:id, :name, :release_id, :payload, :created_at)`,
    { id, name, release_id: release.id, payload: JSON.stringify(payload), created_at },
  );
  database.run(
    `INSERT INTO delivery (event_id, hook_id, due_at)
     SELECT :id, hook.id, :created_at FROM hook
     WHERE event = :name AND disabled_at IS NULL`,
    { id, name, created_at },
  );
}
