import { Counter, type Registry } from 'prom-client';
import { createMetrics } from '../../lib/metrics/metrics.ts';
import type {
  EventOutcome,
  ReceiverMetrics,
  WatchedReceiver,
} from '../../receiver/http/metrics.ts';
import { inboxReadings } from './inbox-readings.ts';
import { createRunMetrics } from './run-metrics.ts';

/** docs/receiver.md, "Metrics". The token opens them; no label is what came from outside. */
export function receiverMetrics(token: string, watched: WatchedReceiver): ReceiverMetrics {
  const { inbox, clock, log } = watched;
  const metrics = createMetrics({
    token,
    clock,
    read: () => inboxReadings(inbox, clock.now()),
    onError: (err) => log.warn({ err }, 'the inbox could not be read for a scrape'),
  });
  const { registry } = metrics;
  return {
    ...metrics,
    countEvent: createEventCount(registry),
    countRun: createRunMetrics(registry),
  };
}

function createEventCount(registry: Registry): (outcome: EventOutcome) => void {
  const events = new Counter({
    name: 'waymark_events_total',
    help: 'Deliveries and requests for a run, by what became of them.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // A rate can be told of what is there from the start.
  for (const outcome of outcomes) events.inc({ outcome }, 0);
  return (outcome) => events.inc({ outcome });
}

const outcomes = [
  'accepted',
  'known',
  'ignored',
  'refused',
  'unwritten',
] as const satisfies EventOutcome[];
