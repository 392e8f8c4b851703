import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Clock } from '../time/clock.ts';
import { createProbe } from '../time/probe.ts';

interface MetricsOptions {
  /** Token that scrapers must send. */
  token: string;
  clock: Clock;
  /**
   * Reads further values when metrics are requested (scraped).
   * @param signal aborts when the read has ended or timed out
   */
  read: (signal: AbortSignal) => readonly GaugeReading[] | Promise<readonly GaugeReading[]>;
  /** Called with the error if `read` fails. */
  onError: (error: unknown) => void;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Timeout for `read`. Prometheus waits ten seconds for a scrape by default. */
const readingMs = 2000;

/**
 * Creates the metrics of a server and its process. If `read` fails, a scrape still returns all
 * other metrics and counts the failure, because metrics matter most while the database is down.
 */
export function createMetrics({ token, clock, read, onError }: MetricsOptions) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const failures = new Counter({
    name: 'waymark_scrape_failures_total',
    help: 'Scrapes that lack values from the database, because reading the database failed.',
    registers: [registry],
  });
  // Values are not cached between scrapes, but concurrent scrapes share one call of `read`.
  const readNow = createProbe({ look: read, clock, timeoutMs: readingMs, cacheMs: 0 });
  return {
    token,
    /** The `Content-Type` of a scrape. */
    contentType: registry.contentType as string,
    /** Registry for metrics that are counted as events happen. */
    registry,
    /** Returns all metrics in Prometheus' text format. */
    async scrape() {
      const readings = await readNow().catch((error: unknown) => {
        failures.inc();
        onError(error);
        return [];
      });
      return (await registry.metrics()) + (await inExposition(readings));
    },
  };
}

/** A metric's value at the time of a scrape. */
export interface GaugeReading {
  /** A name that follows Prometheus' conventions, so it ends with the unit. */
  name: string;
  help: string;
  value: number;
}

/** Formats readings in Prometheus' text format. */
async function inExposition(readings: readonly GaugeReading[]): Promise<string> {
  if (readings.length === 0) return '';
  // Each scrape uses a new registry, so that a value that is missing now is not reported with its
  // value from the last scrape.
  const registry = new Registry();
  for (const { name, help, value } of readings)
    new Gauge({ name, help, registers: [registry] }).set(value);
  return await registry.metrics();
}

/** Seconds since a time. 0 if the time is missing or in the future. */
export function secondsSince(time: string | null | undefined, now: Date): number {
  return time ? Math.max(0, (now.getTime() - Date.parse(time)) / 1000) : 0;
}
