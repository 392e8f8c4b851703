import type { BucketTarget } from '../../config/bucket-target.ts';
import { command } from '../../lib/processes/command.ts';
import type { BucketPublisher } from '../../publish/bucket-publisher.ts';
import type { Acting } from './hand-on.ts';
import type { Action } from './rebuild.ts';

interface MirrorSettings extends Acting {
  publisher: BucketPublisher;
  bucket: BucketTarget;
}

/**
 * Publishes on this machine, then into the bucket. The bucket is updated even if the site was
 * unchanged, because an earlier upload may have failed.
 */
export function thenMirror({ publish, publisher, log, env, ...target }: MirrorSettings): Action {
  return async (options) => {
    const published = await publish(options);
    const { site, signal } = options;
    const { outDir, siteUrl, basePath, onWait } = site;
    const request = { ...target, outDir, siteUrl, basePath };
    const outcome = await publisher.mirror(request, { env, signal, onWait });
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
