import type { Inbox } from './open.ts';
import { type IncomingEvent, type Recorded, recordEvent } from './record.ts';

/** Nobody notices so short a wait, and a burst brings many events in it. */
const gatherMs = 5;

interface Waiting extends PromiseWithResolvers<Recorded> {
  event: IncomingEvent;
}

/**
 * Writes events down, those that come together in one transaction: waiting for the disk takes as
 * long for one of them as for a thousand. Settles when the event is on the disk.
 */
export function createRecorder(inbox: Inbox): (event: IncomingEvent) => Promise<Recorded> {
  let batch: Waiting[] = [];

  function write(): void {
    const waiting = batch;
    batch = [];
    try {
      const recorded = inbox.transaction(() =>
        waiting.map(({ event }) => recordEvent(inbox, event)),
      );
      for (const [index, { resolve }] of waiting.entries()) resolve(recorded[index] ?? 'known');
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  return (event) => {
    const waiting = { event, ...Promise.withResolvers<Recorded>() };
    if (batch.push(waiting) === 1) setTimeout(write, gatherMs);
    return waiting.promise;
  };
}
