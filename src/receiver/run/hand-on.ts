import type { Log } from '../../lib/log.ts';
import type { Action } from './rebuild.ts';

export interface Acting {
  env: Record<string, string | undefined>;
  log: Log;
  /** Publishes on this machine, and into a bucket if the settings name one. */
  publish: Action;
  /** A file that lists the addresses of the pages that changed in the bucket. */
  changedUrls: string | undefined;
}

/**
 * Creates the actions `command` and `hook`, which pass the synced content on to a command or a
 * deploy hook. Each action reads its own settings, which have already been checked.
 */
export type HandOn = Record<'command' | 'hook', (acting: Acting) => Action>;
