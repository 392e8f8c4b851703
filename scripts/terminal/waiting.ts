import type { Waiting } from '../../src/lib/files/lock.ts';
import { WaymarkError } from '../../src/model/errors.ts';

/**
 * If another process holds the lock, prints once that this command waits. With `--no-wait`, ends
 * the command instead.
 */
export function waitOrFail(wait: boolean): Required<Pick<Waiting, 'onWait'>> {
  return {
    onWait: (who) => {
      if (wait) console.error(`${who}: waiting until that has ended.`);
      else
        throw new WaymarkError(
          `${who}: nothing was done.\nRun this again when that has ended, or without --no-wait.`,
        );
    },
  };
}
