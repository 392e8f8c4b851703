import type { IncomingEvent, Recorded } from '../inbox/record.ts';
import { createRecorder } from '../inbox/recorder.ts';
import type { ReceiverContext, ReceiverOptions } from './context.ts';
import type { EventOutcome } from './metrics.ts';

/** When a sender may try again whose event could not be written down, in seconds. */
const retryAfter = '30';

/** Answers for an event that is genuine: acknowledges it once it is written down. */
export type Take = (c: ReceiverContext, event: IncomingEvent) => Promise<Response>;

/** Writes events down and has them acted on. */
export function createTake({
  inbox,
  runner,
  log,
  metrics,
}: Pick<ReceiverOptions, 'inbox' | 'runner' | 'log' | 'metrics'>): Take {
  const record = createRecorder(inbox);
  return async (c, event) => {
    const { id, subject, now } = event;
    const recorded = await record(event).catch((err: unknown) => {
      log.error({ err, event: id }, 'could not write an event down');
    });
    if (!recorded) {
      metrics?.countEvent('unwritten');
      // What keeps this from the disk is likely to fail a run as well, and the status then tells why.
      runner.notify();
      const error = 'The event cannot be written down at present: send it again later.';
      return c.json({ error }, 503, { 'retry-after': retryAfter });
    }
    const { type, wanted } = subject;
    const { release, at } = wanted ?? {};
    log.info({ event: id, type, release, at, recorded }, 'took an event');
    metrics?.countEvent(outcomeOf(recorded, wanted));
    if (recorded === 'known') return c.json({ known: id });
    if (!wanted) return c.json({ ignored: id });
    if (at && at > now) runner.notifyLater();
    else runner.notify();
    return c.json({ accepted: id }, 202);
  };
}

function outcomeOf(recorded: Recorded, wanted: IncomingEvent['subject']['wanted']): EventOutcome {
  if (recorded === 'known') return 'known';
  return wanted ? 'accepted' : 'ignored';
}
