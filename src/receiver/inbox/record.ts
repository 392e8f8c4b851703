import { z } from 'zod';
import type { Inbox } from './open.ts';
import type { EventSubject } from './read-event.ts';

/** How long ids are remembered after their event was closed, in days. */
const rememberedDays = 7;

export interface IncomingEvent {
  id: string;
  subject: EventSubject;
  now: Date;
}

/** `known` is one that was written down before: it asks for nothing more. */
export type Recorded = 'new' | 'known';

/**
 * Writes an event down, pending where it asks for a run; it is on the disk when this returns, or
 * when the transaction that it is part of ends.
 * @throws where it could not be written; it must then not be acknowledged
 */
export function recordEvent(inbox: Inbox, { id, subject, now }: IncomingEvent): Recorded {
  const { type, wanted } = subject;
  const received_at = now.toISOString();
  const due = wanted?.at && wanted.at > now ? wanted.at : now;
  const changes = inbox.run(
    `INSERT OR IGNORE INTO event
       (id, type, release_id, received_at, due_at, settled_at, outcome)
     VALUES (:id, :type, :release_id, :received_at, :due_at, :settled_at, :outcome)`,
    {
      id,
      type: type ?? null,
      release_id: wanted?.release ?? null,
      received_at,
      due_at: due.toISOString(),
      settled_at: wanted ? null : received_at,
      outcome: wanted ? null : 'ignored',
    },
  );
  return changes > 0 ? 'new' : 'known';
}

/** Forgets the events that were closed long ago; those that are still pending stay. */
export function forgetOld(inbox: Inbox, now: Date): void {
  const before = new Date(now.getTime() - rememberedDays * 24 * 60 * 60_000).toISOString();
  inbox.run('DELETE FROM event WHERE settled_at < :before', { before });
}

const Received = z.object({ id: z.string(), type: z.string().nullable(), received_at: z.string() });

/** The event that came last. */
export function lastEvent(inbox: Inbox): z.infer<typeof Received> | undefined {
  return inbox.get(
    Received,
    'SELECT id, type, received_at FROM event ORDER BY received_at DESC, rowid DESC LIMIT 1',
  );
}
