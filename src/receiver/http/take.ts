import { type IncomingEvent, type Recorded, recordEvent } from '../inbox/record.ts';
import type { ReceiverContext, ReceiverOptions } from './context.ts';

/** Seconds after which a sender may try again, if its event could not be stored. */
const retryAfter = '30';

/** Stores a verified event, and only then acknowledges it. */
export type Take = (c: ReceiverContext, event: IncomingEvent) => Response;

type TakeOptions = Pick<ReceiverOptions, 'inbox' | 'runner' | 'log' | 'metrics'>;

/** Stores events and notifies the runner. */
export function createTake({ inbox, runner, log, metrics }: TakeOptions): Take {
  return (c, event) => {
    const { id, subject, now } = event;
    let recorded: Recorded;
    try {
      recorded = recordEvent(inbox, event);
    } catch (err) {
      log.error({ err, event: id }, 'could not store an event');
      metrics?.countEvent('unwritten');
      // Starts a run, which probably fails for the same reason. `/status` then shows the error.
      runner.notify();
      const error = 'The event could not be stored. Send it again later.';
      return c.json({ error }, 503, { 'retry-after': retryAfter });
    }
    const { type, target } = subject;
    const { release, at } = target ?? {};
    log.info({ event: id, type, release, at, recorded }, 'took an event');
    const outcome = target ? 'accepted' : 'ignored';
    metrics?.countEvent(recorded === 'known' ? 'known' : outcome);
    if (recorded === 'known') return c.json({ known: id });
    if (!target) return c.json({ ignored: id });
    if (at && at > now) runner.notifyLater();
    else runner.notify();
    return c.json({ accepted: id }, 202);
  };
}
