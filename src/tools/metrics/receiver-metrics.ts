import { Counter, Histogram, type Registry } from 'prom-client';
import { createMetrics, type GaugeReading, secondsSince } from '../../lib/metrics/metrics.ts';
import {
  type EventOutcome,
  eventOutcomes,
  type ReceiverMetrics,
  type WatchedReceiver,
} from '../../receiver/http/metrics.ts';
import type { Inbox } from '../../receiver/inbox/open.ts';
import { waitingEvents } from '../../receiver/inbox/pending-events.ts';
import { lastSuccess } from '../../receiver/inbox/success.ts';
import type { EndedRun } from '../../receiver/schedule/runner.ts';

/**
 * The metrics that docs/receiver.md describes under "Metrics". Labels have only fixed values, so
 * that their number is limited.
 * @param token required to read the metrics
 */
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
    help: 'Deliveries and requests for a run, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Each outcome starts at zero, so that rates can be computed from the first event on.
  for (const outcome of eventOutcomes) events.inc({ outcome }, 0);
  return (outcome) => events.inc({ outcome });
}

/** Durations in seconds, from a run for one release to a first build of ten thousand releases. */
const buckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600];

/**
 * Counts the receiver's runs by scope and outcome, and measures the duration of runs and their
 * parts.
 */
export function createRunMetrics(registry: Registry): (run: EndedRun) => void {
  const registers = [registry];
  const runs = new Counter({
    name: 'waymark_runs_total',
    help: 'Finished runs, by scope and outcome.',
    labelNames: ['scope', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'waymark_run_duration_seconds',
    help: 'Duration of runs, by scope and outcome.',
    labelNames: ['scope', 'outcome'],
    buckets,
    registers,
  });
  const parts = new Histogram({
    name: 'waymark_run_part_duration_seconds',
    help: 'Duration of the parts of successful runs.',
    labelNames: ['part'],
    buckets,
    registers,
  });
  return ({ scope, outcome, ms, parts: laps }) => {
    runs.inc({ scope, outcome });
    durations.observe({ scope, outcome }, ms / 1000);
    for (const [lap, partMs] of Object.entries(laps))
      parts.observe({ part: partOf.get(lap) ?? 'other' }, partMs / 1000);
  };
}

/** Maps parts of a run to values of the label `part`. All other parts get the value `other`. */
const partOf = new Map([
  ['sync', 'sync'],
  ['lookUp', 'look_up'],
  ['build', 'build'],
  ['publish', 'publish'],
  ['bucket', 'bucket'],
  ['command', 'command'],
  ['hooks', 'hooks'],
]);

/**
 * Gauges of the events that wait for a run. They are read from the inbox, so they are also correct
 * after a restart.
 */
export function inboxReadings(inbox: Inbox, now: Date): GaugeReading[] {
  const { count, since } = waitingEvents(inbox, now);
  const success = lastSuccess(inbox);
  return [
    {
      name: 'waymark_events_waiting',
      help: 'Due events that no run has processed.',
      value: count,
    },
    {
      name: 'waymark_events_oldest_waiting_age_seconds',
      help: 'Seconds that the oldest waiting event has waited; 0 if no event waits.',
      value: secondsSince(since, now),
    },
    // Left out as long as no run has succeeded, because there is no time from which to count.
    ...(success
      ? [
          {
            name: 'waymark_last_success_age_seconds',
            help: 'Seconds since the last successful run ended.',
            value: secondsSince(success.at, now),
          },
        ]
      : []),
  ];
}
