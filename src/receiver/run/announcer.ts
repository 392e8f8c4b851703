import type { Log } from '../../lib/log.ts';
import type { Action } from './rebuild.ts';

/** Announces after publications, in a process of its own. Disposing waits for it to end. */
interface Announcer extends AsyncDisposable {
  /** The action, followed by announcements, for which the next run does not wait. */
  after(action: Action): Action;
}

/** @param env the environment of the receiver, with the addresses of the targets */
export type CreateAnnouncer = (env: Record<string, string | undefined>, log: Log) => Announcer;
