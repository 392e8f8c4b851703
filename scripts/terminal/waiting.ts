import type { Waiting } from '../../src/lib/files/lock.ts';
import { WaymarkError } from '../../src/model/errors.ts';

/**
 * If another process holds the lock, prints once that this command waits. With `--no-wait`, ends
 * the command instead.
 */
export function waitOrFail(wait: boolean): Required<Pick<Waiting, 'onWait'>> {
  return {
    onWait: (who) => {
      if (wait) console.error(`${who}. This command waits until that is done.`);
      else
        throw new WaymarkError(
          `${who}, so nothing was done.\nRun this command again when that is done, or run it without --no-wait.`,
        );
    },
  };
}
