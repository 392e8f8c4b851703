import { setTimeout as delay } from 'node:timers/promises';

/** Time as an argument: what it is now, and waiting for some of it to pass. */
export interface Clock {
  now(): Date;
  /** Waits `ms` milliseconds; rejects with the signal's reason when that aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
};

/** A point in time in the one form that is stored and compared as text: UTC, milliseconds, `Z`. */
export function toIsoUtc(time: string | Date): string {
  return new Date(time).toISOString();
}
