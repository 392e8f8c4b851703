import type {
  MilestoneSummary,
  ReleaseEntry,
  ReleaseSummary,
} from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';

/** What documents about releases are made from. */
export interface ReleaseSources {
  site: SiteContext;
  releases: readonly ReleaseSummary[];
  readRelease(slug: string): Promise<ReleaseEntry>;
}

export interface Document {
  /** Below the base. */
  path: string;
  /** All that its text is made of beside the site's frame; undefined where finding out costs as much. */
  fields: Shown | undefined;
  /** Those of one group are written by one process: they are made of the same. */
  group?: string;
  write(): Promise<string> | string;
}

interface Shown {
  releases: readonly ReleaseSummary[];
  /** Releases of which it shows what they hold themselves: neither their project nor their labels. */
  texts?: readonly ReleaseSummary[];
  milestones: readonly MilestoneSummary[];
  /** JSON values. */
  aside: readonly unknown[];
}
