import type { Alarm } from '../../lib/time/alarm.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Db } from '../database/schema.ts';
import type { Readiness } from '../health/readiness.ts';

/** What the endpoints work with. */
export interface Deps {
  db: Db;
  clock: Clock;
  newId: () => string;
  isReady: Readiness;
  /** Bytes that all files of the workspace may have together. */
  maxFileBytes: number;
  /** Woken when the outbox was given something. */
  deliveryWorker: Pick<Alarm, 'wake'>;
  /** Woken when a release was scheduled. */
  scheduler: Pick<Alarm, 'wake'>;
}
