import { z } from 'zod';
import { Asset } from './content.ts';

/** When the record of each reduced row was last read, in milliseconds since 1970, by entry path. */
const ReadTimes = z.record(z.string(), z.number());
export type ReadTimes = z.infer<typeof ReadTimes>;

/** A picture or file that an entry shows but that has no copy. */
const MissingAsset = z.object({
  /** Digest of its address and kind. */
  key: z.string(),
  /** Message for the report; absent where readers miss nothing, as with a linked video. */
  note: z.string().optional(),
  /**
   * Number of failed attempts and time of the last, in milliseconds since 1970; 0 if none was made
   * yet. Absent where retrying would not help.
   */
  asked: z.object({ times: z.number(), last: z.number() }).optional(),
});
export type MissingAsset = z.infer<typeof MissingAsset>;

/** A page of a list whose rows need not be parsed again. */
const RememberedPage = z.object({
  /** Ids of the rows, in order. */
  ids: z.array(z.string()),
  /** Digest of the input of their entries. */
  sources: z.string(),
  /** Whether the records have more fields than the rows, and so must be read on their own. */
  reduced: z.boolean(),
  /** When the rows were created, in milliseconds since 1970, or null. */
  created: z.array(z.number().nullable()).default([]),
  /** When all of them were first known to be public, in milliseconds since 1970. */
  since: z.number(),
});
export type RememberedPage = z.infer<typeof RememberedPage>;

/** By digest of the page's bytes and of the settings that affect them. */
const RememberedPages = z.record(z.string(), RememberedPage);
export type RememberedPages = z.infer<typeof RememberedPages>;

/**
 * State of syncs outside the content folder. Without it, a sync sends more requests than needed.
 * Entries are identified by path, such as `releases/<id>`.
 */
export const SyncCache = z.object({
  readTimes: ReadTimes,
  /** Caches of older versions have none. */
  pages: RememberedPages.default({}),
  /** Assets without a copy. */
  missing: z.record(z.string(), z.array(MissingAsset)),
  /** Copies in the content folder, by key. */
  copies: z.record(z.string(), Asset),
});
export type SyncCache = z.infer<typeof SyncCache>;
