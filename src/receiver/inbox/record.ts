import { z } from 'zod';
import type { Inbox } from './open.ts';
import type { EventSubject } from './read-event.ts';

/** How long settled events are kept, so that repeated deliveries are recognised, in milliseconds. */
export const retentionMs = 7 * 24 * 60 * 60_000;

/** How long a body is known after its event was settled, in milliseconds. */
const defaultBodyKnownMs = 5 * 60_000;

export interface IncomingEvent {
  id: string;
  /** Digest of the body, by which a delivery under another id is recognised for a while. */
  bodyDigest?: string | undefined;
  /** How long, in milliseconds after the event was settled; by default five minutes. */
  bodyKnownMs?: number;
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
export function recordEvent(inbox: Inbox, event: IncomingEvent): Recorded {
  const { id, bodyDigest, bodyKnownMs = defaultBodyKnownMs, subject, now } = event;
  if (bodyDigest !== undefined && isBodyKnown(inbox, bodyDigest, bodyKnownMs, now)) return 'known';
  // The sender may send the same body again in good faith, but its id would still be known.
  if (bodyDigest !== undefined && id === idOfBody(bodyDigest))
    inbox.run('DELETE FROM event WHERE id = :id AND settled_at IS NOT NULL', { id });
  const { type, target } = subject;
  const received_at = now.toISOString();
  const due = target?.at && target.at > now ? target.at : now;
  const changes = inbox.run(
    `INSERT OR IGNORE INTO event
       (id, body_sha256, type, release_id, received_at, due_at, settled_at, outcome)
     VALUES (:id, :body, :type, :release_id, :received_at, :due_at, :settled_at, :outcome)`,
    {
      id,
      body: bodyDigest ?? null,
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

/** The id of an event whose sender gave it none. */
export function idOfBody(bodyDigest: string): string {
  return `sha256:${bodyDigest}`;
}

/** Whether an event with this body is pending, or was settled shortly before. */
function isBodyKnown(inbox: Inbox, body: string, knownMs: number, now: Date): boolean {
  const since = new Date(now.getTime() - knownMs).toISOString();
  const row = inbox.get(
    z.object({ id: z.string() }),
    `SELECT id FROM event WHERE body_sha256 = :body
       AND (settled_at IS NULL OR settled_at > :since AND settled_at <= :now) LIMIT 1`,
    { body, since, now: now.toISOString() },
  );
  return row !== undefined;
}

/** Deletes events that were settled long ago. Pending events stay. */
export function deleteOldEvents(inbox: Inbox, now: Date): void {
  const before = new Date(now.getTime() - retentionMs).toISOString();
  inbox.run('DELETE FROM event WHERE settled_at < :before', { before });
}

const Received = z.object({ id: z.string(), type: z.string().nullable(), received_at: z.string() });

export function lastEvent(inbox: Inbox): z.infer<typeof Received> | undefined {
  return inbox.get(
    Received,
    'SELECT id, type, received_at FROM event ORDER BY received_at DESC, rowid DESC LIMIT 1',
  );
}
