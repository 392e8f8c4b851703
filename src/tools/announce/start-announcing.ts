import { existsSync } from 'node:fs';
import pLimit from 'p-limit';
import { startBound } from '../../lib/processes/start-bound.ts';
import type { CreateAnnouncer } from '../../receiver/run/announcer.ts';

/**
 * Runs the command `announce` after publications, one at a time.
 * @param program path of the command's script
 */
export const announceWith =
  (program: string): CreateAnnouncer =>
  (env, log) => {
    const oneAtATime = pLimit(1);
    const announce = async () => {
      const { failure, output } = await startBound(program, { flags: [], env }).ended;
      log[failure ? 'warn' : 'info']({ output: output.trim().split('\n'), failure }, 'announced');
    };
    return {
      after: (action) => async (options) => {
        const outcome = await action(options);
        // A run that has not begun announces this publication, too.
        const isDue = outcome.kind === 'live' && oneAtATime.pendingCount === 0;
        if (isDue && existsSync('announce.yaml')) oneAtATime(announce);
        return outcome;
      },
      [Symbol.asyncDispose]: () => oneAtATime(async () => {}),
    };
  };
