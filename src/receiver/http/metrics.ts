import type { Log } from '../../lib/log.ts';
import type { Metrics } from '../../lib/metrics/metrics.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Inbox } from '../inbox/open.ts';
import type { EndedRun } from '../schedule/runner.ts';

/** The outcomes of a delivery, or of a request to `/run`. */
export const eventOutcomes = ['accepted', 'known', 'ignored', 'refused', 'unwritten'] as const;
export type EventOutcome = (typeof eventOutcomes)[number];

export interface ReceiverMetrics extends Metrics {
  countEvent: (outcome: EventOutcome) => void;
  countRun: (run: EndedRun) => void;
}

export interface WatchedReceiver {
  inbox: Inbox;
  clock: Clock;
  log: Log;
}

/** Creates the metrics, which are only shown to clients with the token. */
export type CreateMetrics = (token: string, watched: WatchedReceiver) => Promise<ReceiverMetrics>;
