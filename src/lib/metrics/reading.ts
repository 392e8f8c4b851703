import { Gauge, Registry } from 'prom-client';

/** A number as it stands at a scrape. */
export interface GaugeReading {
  /** By Prometheus' conventions, with its unit at the end. */
  name: string;
  help: string;
  value: number;
}

/** Readings in Prometheus' text format; empty where there are none. */
export async function inExposition(readings: readonly GaugeReading[]): Promise<string> {
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
