import type { Waiting } from '../../src/lib/files/lock.ts';
import { WaymarkError } from '../../src/model/errors.ts';

/** What a command does while others are in its way: says so once, or with `--no-wait` gives up. */
export function waitingOrNot(wait: boolean): Required<Pick<Waiting, 'onWait'>> {
  return {
    onWait: (who) => {
      if (wait) console.error(`${who}: waiting until it is done.`);
      else
        throw new WaymarkError(
          `${who}: nothing was done.\nRun this again when it is done, or without --no-wait.`,
        );
    },
  };
}
