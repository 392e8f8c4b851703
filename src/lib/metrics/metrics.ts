import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Clock } from '../time/clock.ts';
import { createProbe } from '../time/probe.ts';

interface MetricsOptions {
  /** Required to read them. */
  token: string;
  clock: Clock;
  /** Reads further values at each scrape. The signal aborts when the scrape does. */
  read: (signal: AbortSignal) => readonly GaugeReading[] | Promise<readonly GaugeReading[]>;
  /** Takes the error of a failed read. */
  onError: (error: unknown) => void;
}

export interface Metrics {
  token: string;
  /** The `Content-Type` of a scrape. */
  contentType: string;
  /** For metrics that are counted as they happen. */
  registry: Registry;
  /** All of them, in Prometheus' text format. */
  scrape: () => Promise<string>;
}

/** Scrapers wait ten seconds by default. */
const readingMs = 2000;

/**
 * Metrics of a server and its process. If reading fails, a scrape lacks those values and counts the
 * failure: metrics matter most while the database is down.
 */
export function createMetrics({ token, clock, read, onError }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const failures = new Counter({
    name: 'waymark_scrape_failures_total',
    help: 'Scrapes without values from the database, because it could not be read.',
    registers: [registry],
  });
  // Not cached, but concurrent scrapes share one read.
  const readNow = createProbe({ look: read, clock, timeoutMs: readingMs, cacheMs: 0 });
  return {
    token,
    contentType: registry.contentType,
    registry,
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

/** A value at the time of a scrape. */
export interface GaugeReading {
  /** Follows Prometheus' conventions, with the unit at the end. */
  name: string;
  help: string;
  value: number;
}

/** Formats readings for Prometheus. */
async function inExposition(readings: readonly GaugeReading[]): Promise<string> {
  if (readings.length === 0) return '';
  // A new registry each time, so that missing values are not repeated from the last scrape.
  const registry = new Registry();
  for (const { name, help, value } of readings)
    new Gauge({ name, help, registers: [registry] }).set(value);
  return await registry.metrics();
}

/** Seconds since a time; 0 if there is none or it is in the future. */
export function secondsSince(time: string | null | undefined, now: Date): number {
  return time ? Math.max(0, (now.getTime() - Date.parse(time)) / 1000) : 0;
}
