import { z } from 'zod';
import { Asset } from './content.ts';

/**
 * Time at which an entry's record was last read with its own request, by path of the entry, in
 * milliseconds since 1970. Such requests are needed because rows of a list may lack fields of the
 * record.
 */
const ReadTimes = z.record(z.string(), z.number());
export type ReadTimes = z.infer<typeof ReadTimes>;

/** A picture or file that an entry refers to, but that has no copy in the content folder. */
const MissingAsset = z.object({
  /** Digest of the asset's address and kind. */
  key: z.string(),
  /**
   * Message for the report. Absent if readers do not notice the missing copy, for example because
   * the page links to the video.
   */
  note: z.string().optional(),
  /**
   * Number of failed attempts, and time of the last one in milliseconds since 1970. Both are 0
   * before the first attempt. Absent if retrying would not help.
   */
  asked: z.object({ times: z.number(), last: z.number() }).optional(),
});
export type MissingAsset = z.infer<typeof MissingAsset>;

/** A page of a list, cached so that its rows need not be parsed again. */
const RememberedPage = z.object({
  /** Ids of the rows, in order. */
  ids: z.array(z.string()),
  /**
   * Digest of the data that the rows' entries are prepared from. A sync compares it to detect
   * changes.
   */
  sources: z.string(),
  /** Whether the rows lack fields of their records, so that each record must be read on its own. */
  reduced: z.boolean(),
  /** Creation time of each row in milliseconds since 1970, or null if unknown. */
  created: z.array(z.number().nullable()).default([]),
  /** Time since which all rows are known to be public, in milliseconds since 1970. */
  since: z.number(),
});
export type RememberedPage = z.infer<typeof RememberedPage>;

/**
 * Cached pages of lists. The key is a digest of the page's bytes, and of the settings that affect
 * the page.
 */
const RememberedPages = z.record(z.string(), RememberedPage);
export type RememberedPages = z.infer<typeof RememberedPages>;

/**
 * State of syncs that is kept outside the content folder. If it is lost, the next sync only sends
 * more requests. Entries are identified by path, such as `releases/<id>`.
 */
export const SyncCache = z.object({
  readTimes: ReadTimes,
  /** Caches of older versions of Waymark have no pages. */
  pages: RememberedPages.default({}),
  /** Assets without a copy, by path of the entry that shows them. */
  missing: z.record(z.string(), z.array(MissingAsset)),
  /** Assets that have a copy in the content folder, by `key`. */
  copies: z.record(z.string(), Asset),
});
export type SyncCache = z.infer<typeof SyncCache>;
