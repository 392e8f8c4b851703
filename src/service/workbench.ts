import type { Alarm } from '../lib/alarm.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/database/database.ts';

/** What the endpoints work with. */
export interface Workbench {
  database: Database;
  clock: Clock;
  newId: () => string;
  /** Woken when the outbox was given something. */
  courier: Pick<Alarm, 'wake'>;
  /** Woken when a release was scheduled. */
  scheduler: Pick<Alarm, 'wake'>;
}
