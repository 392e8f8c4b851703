import type { Waiting } from '../../src/lib/files/lock.ts';
import { WaymarkError } from '../../src/model/errors.ts';

/** Prints once that a command waits for another, or aborts it with `--no-wait`. */
export function waitOrFail(wait: boolean): Required<Pick<Waiting, 'onWait'>> {
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
