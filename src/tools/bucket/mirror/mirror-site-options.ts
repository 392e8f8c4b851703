import type { Pause } from '../../../publish/generations/state.ts';
import type { MirroredSite } from './desired.ts';
import type { LockOptions } from './lock.ts';
import type { MirrorPlan } from './plan.ts';
import type { ObjectStore } from './store/object-store.ts';

export interface MirrorSiteOptions {
  store: ObjectStore;
  /** The store for Waymark's own state. */
  state: ObjectStore;
  /** The site's address with its path. */
  site: string;
  basePath: string;
  indexKeys: boolean;
  /** Lock against other publishers. Undefined if this is the only publisher. */
  lock: LockOptions | undefined;
  /** A unique id, used in names of test objects. */
  random: string;
  /** Opens the local site. Called once the bucket is locked. */
  openSite: () => Promise<MirroredSite>;
  /**
   * Set after a rollback on this machine: the older site is published, and further publications are
   * paused.
   */
  paused: Pause | null;
  /** Whether entries are removed even if suspiciously many would disappear. */
  allowMassDelete: boolean;
  /** Whether another site, or objects that Waymark did not store, may be replaced. */
  overwrite: boolean;
  signal?: AbortSignal | undefined;
  onPlan?: (plan: MirrorPlan) => Promise<void>;
  onProgress?: (done: number, total: number) => void;
}
