import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Clock } from '../time/clock.ts';
import { createProbe } from '../time/probe.ts';

interface MetricsOptions {
  /** Opens them. */
  token: string;
  clock: Clock;
  /** Reads what is kept elsewhere, at each scrape; the signal says that nobody waits any more. */
  read: (signal: AbortSignal) => readonly GaugeReading[] | Promise<readonly GaugeReading[]>;
  /** Told why nothing could be read. */
  onError: (error: unknown) => void;
}

export interface Metrics {
  token: string;
  /** What a scrape is, as `Content-Type` says it. */
  contentType: string;
  /** For what is counted as it happens. */
  registry: Registry;
  /** All of them, in Prometheus' text format. */
  scrape: () => Promise<string>;
}

/** A scraper waits for ten seconds, as they come. */
const readingMs = 2000;

/**
 * The metrics of one server, with those of its process. What cannot be read is left out of a
 * scrape and counted: that a database is away is when the rest is looked at.
 */
export function createMetrics({ token, clock, read, onError }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const failures = new Counter({
    name: 'waymark_scrape_failures_total',
    help: 'Scrapes that lack what is read from the database, as it could not be read.',
    registers: [registry],
  });
  // Kept for nobody: those who scrape at the same time share what is read.
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

/** A number as it stands at a scrape. */
export interface GaugeReading {
  /** By Prometheus' conventions, with its unit at the end. */
  name: string;
  help: string;
  value: number;
}

/** Readings in Prometheus' text format; empty where there are none. */
async function inExposition(readings: readonly GaugeReading[]): Promise<string> {
  if (readings.length === 0) return '';
  // Made anew each time: what was not read this time is not told from the last.
  const registry = new Registry();
  for (const { name, help, value } of readings)
    new Gauge({ name, help, registers: [registry] }).set(value);
  return await registry.metrics();
}

/** How long ago a time was, in seconds; 0 where there is none, or it lies ahead. */
export function secondsSince(time: string | null | undefined, now: Date): number {
  return time ? Math.max(0, (now.getTime() - Date.parse(time)) / 1000) : 0;
}
