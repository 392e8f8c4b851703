import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createProbe } from '../../lib/time/probe.ts';

interface ReadinessOptions {
  /** Throws where the database does not answer, or not as it should. */
  check: () => Promise<void>;
  clock: Clock;
  log: Log;
}

/** Whether requests can be answered now. */
export type Readiness = () => Promise<boolean>;

const timing = { timeoutMs: 2000, cacheMs: 1000 };

/**
 * Requests can be answered where the database answers in time, and has a schema that is known; what
 * waits to be delivered says nothing of that. However many want to know, it is asked once a second.
 */
export function createReadiness({ check, clock, log }: ReadinessOptions): Readiness {
  const ask = createProbe({ ...timing, look: check, clock });
  let told: unknown;
  return async () => {
    try {
      await ask();
      return true;
    } catch (err) {
      // Once for all who asked.
      if (err !== told) log.warn({ err }, 'not ready for requests');
      told = err;
      return false;
    }
  };
}
