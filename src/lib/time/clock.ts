import { setTimeout as delay } from 'node:timers/promises';

/** Source of the current time and of delays, so that tests can replace both. */
export interface Clock {
  now(): Date;
  /** Waits `ms` milliseconds. If the signal aborts first, rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
};

/** Formats a time for storage in UTC, with milliseconds and `Z`, so that times sort as text. */
export function toIsoUtc(time: string | Date): string {
  return new Date(time).toISOString();
}
