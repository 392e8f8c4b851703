import type { Alarm } from '../../lib/time/alarm.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Db } from '../database/schema.ts';
import type { Readiness } from '../health/readiness.ts';

/** Dependencies of the endpoints. */
export interface Deps {
  db: Db;
  clock: Clock;
  newId: () => string;
  isReady: Readiness;
  /** Maximum size of all files of the workspace, in bytes. */
  maxFileBytes: number;
  /** Woken when events were added. */
  deliveryWorker: Pick<Alarm, 'wake'>;
  /** Woken when a release was scheduled. */
  scheduler: Pick<Alarm, 'wake'>;
}
