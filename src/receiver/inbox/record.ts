import { z } from 'zod';
import type { Inbox } from './open.ts';
import type { EventSubject } from './read-event.ts';

/** Number of days for which settled events are kept, so that repeated deliveries are recognised. */
const retentionDays = 7;

export interface IncomingEvent {
  id: string;
  subject: EventSubject;
  now: Date;
}

/** `known`: the event was already stored, so the delivery is a repetition. */
export type Recorded = 'new' | 'known';

/**
 * Stores an event. An event that requests a run is stored as pending. The event is on the disk when
 * this function returns, or when the surrounding transaction ends.
 * @throws if the event could not be stored; the delivery must then not be acknowledged
 */
export function recordEvent(inbox: Inbox, { id, subject, now }: IncomingEvent): Recorded {
  const { type, target } = subject;
  const received_at = now.toISOString();
  const due = target?.at && target.at > now ? target.at : now;
  const changes = inbox.run(
    `INSERT OR IGNORE INTO event
       (id, type, release_id, received_at, due_at, settled_at, outcome)
     VALUES (:id, :type, :release_id, :received_at, :due_at, :settled_at, :outcome)`,
    {
      id,
      type: type ?? null,
      release_id: target?.release ?? null,
      received_at,
      due_at: due.toISOString(),
      settled_at: target ? null : received_at,
      outcome: target ? null : 'ignored',
    },
  );
  return changes > 0 ? 'new' : 'known';
}

/** Deletes events that were settled long ago. Pending events stay. */
export function deleteOldEvents(inbox: Inbox, now: Date): void {
  const before = new Date(now.getTime() - retentionDays * 24 * 60 * 60_000).toISOString();
  inbox.run('DELETE FROM event WHERE settled_at < :before', { before });
}

const Received = z.object({ id: z.string(), type: z.string().nullable(), received_at: z.string() });

export function lastEvent(inbox: Inbox): z.infer<typeof Received> | undefined {
  return inbox.get(
    Received,
    'SELECT id, type, received_at FROM event ORDER BY received_at DESC, rowid DESC LIMIT 1',
  );
}
