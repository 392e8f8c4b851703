import { setTimeout as delay } from 'node:timers/promises';

/** The current time and sleeping, passed as an argument. */
export interface Clock {
  now(): Date;
  /** Waits `ms` milliseconds; rejects with the signal's reason when that aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
};

/** Formats a time for storage, so that it sorts as text: UTC, milliseconds, `Z`. */
export function toIsoUtc(time: string | Date): string {
  return new Date(time).toISOString();
}
