import type { Log } from '../../lib/log.ts';
import { SettingsError } from '../../model/errors.ts';
import type { Action } from './rebuild.ts';

export interface Acting {
  env: Record<string, string | undefined>;
  log: Log;
  /** Publishes here, and into a bucket where one is set. */
  publish: Action;
  /** The file with addresses that changed in a bucket. */
  changedUrls: string | undefined;
}

/** Hands on to others what a run synced. Each reads its own settings, which were checked before. */
export type HandOn = Record<'command' | 'hook', (acting: Acting) => Action>;

/** @throws SettingsError where this installation cannot hand on */
export function expectHandOn(handOn: HandOn | undefined, action: keyof HandOn): HandOn {
  if (handOn) return handOn;
  throw new SettingsError(
    `WEBHOOK_ACTION is ${action}, and this installation has no tool for it. Unset it, or put src/tools/hand-on and its line in scripts/tools.ts back.`,
  );
}
