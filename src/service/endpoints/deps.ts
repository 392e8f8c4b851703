import type { Alarm } from '../../lib/time/alarm.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Db } from '../database/schema.ts';
import type { Readiness } from '../health/readiness.ts';

export interface Deps {
  db: Db;
  clock: Clock;
  newId: () => string;
  isReady: Readiness;
  /** Maximum total size of the workspace's files, in bytes. */
  maxFileBytes: number;
  /** Sends events to hooks. Endpoints that add events call `wake`. */
  deliveryWorker: Pick<Alarm, 'wake'>;
  /** Publishes scheduled releases. Endpoints that schedule a release call `wake`. */
  scheduler: Pick<Alarm, 'wake'>;
}
