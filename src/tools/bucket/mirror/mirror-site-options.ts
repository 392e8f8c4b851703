import type { Pause } from '../../../publish/generations/state.ts';
import type { MirroredSite } from './desired.ts';
import type { LockOptions } from './lock.ts';
import type { MirrorPlan } from './plan.ts';
import type { ObjectStore } from './store/object-store.ts';

export interface MirrorSiteOptions {
  store: ObjectStore;
  /** Where what Waymark has to know itself is kept. */
  state: ObjectStore;
  /** The site's address, with its path. */
  site: string;
  basePath: string;
  indexKeys: boolean;
  /** How others are kept away; undefined where there are none. */
  lock: LockOptions | undefined;
  /** A number that nobody else draws. */
  random: string;
  /** Reads what is to be shown, once nobody else can change the bucket. */
  openSite: () => Promise<MirroredSite>;
  /** Since a rollback here: what is shown is what was gone back to, and nothing may follow. */
  paused: Pause | null;
  /** Lets removals through that look like an accident. */
  allowMassDelete: boolean;
  /** Publishes where another site was, or where somebody else's files stand in the way. */
  overwrite: boolean;
  signal?: AbortSignal | undefined;
  /** Told what will be done, right before it is. */
  onPlan?: (plan: MirrorPlan) => Promise<void>;
  onProgress?: (done: number, total: number) => void;
}
