import { existsSync } from 'node:fs';
import { startBound } from '../../lib/processes/start-bound.ts';
import type { CreateAnnouncer } from '../../receiver/run/announcer.ts';

/**
 * Runs the command `announce` after publications, one at a time.
 * @param program path of the command's script
 */
export const announceWith =
  (program: string): CreateAnnouncer =>
  (env, log) => {
    let running: Promise<void> | undefined;
    let isDue = false;
    const announce = async () => {
      while (isDue) {
        isDue = false;
        const { ended } = startBound(program, { flags: [], env });
        const { failure, output } = await ended;
        const told = { output: output.trim().split('\n') };
        if (failure) log.warn({ ...told, failure }, 'not everything was announced');
        else log.info(told, 'announced');
      }
      running = undefined;
    };
    return {
      after: (action) => async (options) => {
        const outcome = await action(options);
        if (outcome.kind === 'live' && existsSync('announce.yaml')) {
          isDue = true;
          running ??= announce();
        }
        return outcome;
      },
      [Symbol.asyncDispose]: async () => running,
    };
  };
