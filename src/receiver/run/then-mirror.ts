import type { Log } from '../../lib/log.ts';
import { command } from '../../lib/processes/command.ts';
import type { MirrorOutcome } from './bucket-publisher.ts';
import type { Action, ActionOptions } from './rebuild.ts';

interface MirrorSettings {
  /** Publishes on this machine. */
  publish: Action;
  /** Makes a bucket equal to the live generation. */
  mirror: (options: Pick<ActionOptions, 'site' | 'signal'>) => Promise<MirrorOutcome>;
  log: Log;
}

/**
 * Publishes on this machine, then into the bucket. The bucket is updated even if the site was
 * unchanged, because an earlier upload may have failed.
 */
export function thenMirror({ publish, mirror, log }: MirrorSettings): Action {
  return async (options) => {
    const published = await publish(options);
    const outcome = await mirror(options);
    options.stopwatch.lap('bucket');
    if (outcome.kind === 'paused') return { ...outcome, generation: undefined };
    const { withheld, foreign, ...figures } = outcome;
    log.info({ ...figures, foreign: foreign.length }, 'the bucket shows the live generation');
    if (withheld.length > 0)
      log.warn(
        { withheld: withheld.length },
        `files of many entries were not deleted from the bucket, because removing them may be an accident; to delete them, run ${command('build', '--publish', '--allow-mass-delete')}`,
      );
    return published;
  };
}
