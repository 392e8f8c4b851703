import type { Log } from '../../lib/log.ts';
import type { Metrics } from '../../lib/metrics/metrics.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { SettingsError } from '../../model/errors.ts';
import type { Inbox } from '../inbox/open.ts';
import type { EndedRun } from '../schedule/runner.ts';

/** The outcome of a delivery, or of a request to `/run`. */
export type EventOutcome = 'accepted' | 'known' | 'ignored' | 'refused' | 'unwritten';

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

/** @throws SettingsError if this installation has no metrics */
export function expectMetrics(createMetrics: CreateMetrics | undefined): CreateMetrics {
  if (createMetrics) return createMetrics;
  throw new SettingsError(
    'METRICS_TOKEN is set, but this installation lacks the metrics of the receiver. Unset it, or restore src/tools/metrics and its line in scripts/tools.ts.',
  );
}
