import { digest } from '../../lib/digest.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Db } from '../database/schema.ts';
import type { WriteQueue } from '../database/write-queue.ts';
import { recordActivity } from './activity.ts';

export type KeyUsage = ReturnType<typeof createKeyUsage>;

interface UsageOptions {
  db: Db;
  clock: Pick<Clock, 'now'>;
  inTurn: WriteQueue;
  log: Log;
  environmentKey: string | undefined;
}

/**
 * Records on which day each key was used, and what keys changed. Holders are digests of keys, as
 * `KeyCheck` returns them.
 */
export function createKeyUsage(options: UsageOptions) {
  const { db, clock, inTurn, log, environmentKey } = options;
  const own = environmentKey === undefined ? undefined : digest(environmentKey);
  /** The last recorded day of each valid key. */
  const days = new Map<string, string>();
  const record = (work: () => Promise<unknown>) =>
    inTurn(work).catch((err: unknown) => log.warn({ err }, 'the use of a key was not recorded'));
  return {
    /** Records that a valid key was used. Does not wait for the write. */
    used(holder: string) {
      const last_used_on = clock.now().toISOString().slice(0, 10);
      if (holder === own || days.get(holder) === last_used_on) return;
      days.set(holder, last_used_on);
      const row = db.updateTable('api_key').set({ last_used_on }).where('sha256', '=', holder);
      void record(() => row.execute());
    },
    /** Records a change. Never throws, because the change is already made. */
    async changed(holder: string, action: string, subject: string) {
      await record(async () => {
        const key = db.selectFrom('api_key').select('name').where('sha256', '=', holder);
        const name = holder === own ? 'API_KEY' : (await key.executeTakeFirst())?.name;
        const actor = `key ${name ?? 'unknown'}`;
        await recordActivity(db, { now: clock.now(), actor, action, subject });
      });
    },
  };
}
