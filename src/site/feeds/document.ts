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
  /**
   * Everything that the document's text depends on, except the site's frame; omitted if computing a
   * cache key costs as much as writing the text.
   */
  fields?: Shown;
  /** Documents of the same group share data, so one process writes the whole group. */
  group?: string;
  /** Whether the text may be empty. Otherwise, an empty text is an error of the build. */
  mayBeEmpty?: boolean;
  write(): Promise<string> | string;
}

export interface Shown {
  releases?: readonly ReleaseSummary[];
  /** Releases of which the document shows neither project nor labels. */
  texts?: readonly ReleaseSummary[];
  milestones?: readonly MilestoneSummary[];
  /** JSON values. */
  aside?: readonly unknown[];
}
