import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createProbe } from '../../lib/time/probe.ts';

interface ReadinessOptions {
  /** Throws if the database does not answer as expected. */
  check: () => Promise<void>;
  clock: Clock;
  log: Log;
}

/** Whether requests can be answered now. */
export type Readiness = () => Promise<boolean>;

const timing = { timeoutMs: 2000, cacheMs: 1000 };

/**
 * Creates a check of whether the service is ready: the database answers in time and has the
 * expected schema. The database is queried at most once a second.
 */
export function createReadiness({ check, clock, log }: ReadinessOptions): Readiness {
  const ask = createProbe({ ...timing, look: check, clock });
  let lastLogged: unknown;
  return async () => {
    try {
      await ask();
      return true;
    } catch (err) {
      // Logged once per query of the database, although several callers may share the result.
      if (err !== lastLogged) log.warn({ err }, 'not ready for requests');
      lastLogged = err;
      return false;
    }
  };
}
