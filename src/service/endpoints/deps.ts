import type { Database } from '../../lib/database/database.ts';
import type { Alarm } from '../../lib/time/alarm.ts';
import type { Clock } from '../../lib/time/clock.ts';

/** What the endpoints work with. */
export interface Deps {
  database: Database;
  clock: Clock;
  newId: () => string;
  /** Woken when the outbox was given something. */
  deliveryWorker: Pick<Alarm, 'wake'>;
  /** Woken when a release was scheduled. */
  scheduler: Pick<Alarm, 'wake'>;
}
