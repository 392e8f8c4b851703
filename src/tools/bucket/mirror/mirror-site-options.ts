import type { Pause } from '../../../publish/generations/state.ts';
import type { MirroredSite } from './desired.ts';
import type { LockOptions } from './lock.ts';
import type { MirrorPlan } from './plan.ts';
import type { ObjectStore } from './store/object-store.ts';

export interface MirrorSiteOptions {
  store: ObjectStore;
  /** Store for Waymark's own state. */
  state: ObjectStore;
  /** The site's address with its path. */
  site: string;
  basePath: string;
  indexKeys: boolean;
  /** Lock against other publishers; undefined if there are none. */
  lock: LockOptions | undefined;
  /** A unique number. */
  random: string;
  /** Opens the site, once the bucket is locked. */
  openSite: () => Promise<MirroredSite>;
  /** Set after a rollback here: the older site is published, and nothing may follow. */
  paused: Pause | null;
  /** Allows removals that look accidental. */
  allowMassDelete: boolean;
  /** Allows replacing another site, or foreign files. */
  overwrite: boolean;
  signal?: AbortSignal | undefined;
  /** Called with the plan before it is carried out. */
  onPlan?: (plan: MirrorPlan) => Promise<void>;
  onProgress?: (done: number, total: number) => void;
}
