import type {
  MilestoneSummary,
  ReleaseEntry,
  ReleaseSummary,
} from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';

/** The data for documents about releases. */
export interface ReleaseSources {
  site: SiteContext;
  releases: readonly ReleaseSummary[];
  readRelease(slug: string): Promise<ReleaseEntry>;
}

export interface Document {
  /** Below the base. */
  path: string;
  /** Everything its text depends on, except the site's frame; undefined if the key costs as much as the text. */
  fields: Shown | undefined;
  /** One process writes all documents of a group, as they share data. */
  group?: string;
  write(): Promise<string> | string;
}

interface Shown {
  releases: readonly ReleaseSummary[];
  /** Releases shown without their project and labels. */
  texts?: readonly ReleaseSummary[];
  milestones: readonly MilestoneSummary[];
  /** JSON values. */
  aside: readonly unknown[];
}
