import type { Log } from '../../lib/log.ts';
import { SettingsError } from '../../model/errors.ts';
import type { Action } from './rebuild.ts';

export interface Acting {
  env: Record<string, string | undefined>;
  log: Log;
  /** Publishes here, and into a bucket if one is set. */
  publish: Action;
  /** The file with the addresses of changed pages in a bucket. */
  changedUrls: string | undefined;
}

/** Actions that pass the synced content on. Each reads its own settings, which are already checked. */
export type HandOn = Record<'command' | 'hook', (acting: Acting) => Action>;

/** @throws SettingsError if this installation lacks the tool */
export function expectHandOn(handOn: HandOn | undefined, action: keyof HandOn): HandOn {
  if (handOn) return handOn;
  throw new SettingsError(
    `WEBHOOK_ACTION is ${action}, and this installation has no tool for it. Unset it, or put src/tools/hand-on and its line in scripts/tools.ts back.`,
  );
}
