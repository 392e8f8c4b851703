import { z } from 'zod';
import { Asset } from './content.ts';

/** When the record behind each reduced row was last read, in milliseconds since 1970, by its path. */
const ReadTimes = z.record(z.string(), z.number());
export type ReadTimes = z.infer<typeof ReadTimes>;

/** A picture or file that an entry shows and that could not be had. */
const MissingAsset = z.object({
  /** Digest of its address and of what it is wanted for. */
  key: z.string(),
  /** What to tell of it; absent where readers miss nothing, such as with a video that is linked. */
  note: z.string().optional(),
  /**
   * How often it was asked for in vain, and when last, in milliseconds since 1970; 0 times where it
   * has not been its turn. Absent where asking again would not help.
   */
  asked: z.object({ times: z.number(), last: z.number() }).optional(),
});
export type MissingAsset = z.infer<typeof MissingAsset>;

/** An answer of a list whose rows need not be parsed again. */
const RememberedPage = z.object({
  /** Of its rows, in their order. */
  ids: z.array(z.string()),
  /** Digest of what their entries are made from. */
  sources: z.string(),
  /** Whether their records hold more than they show: then these fall due on their own. */
  reduced: z.boolean(),
  /** When they were created, in milliseconds since 1970, as far as they tell. */
  created: z.array(z.number().nullable()).default([]),
  /** When all of them were found public first, in milliseconds since 1970. */
  since: z.number(),
});
export type RememberedPage = z.infer<typeof RememberedPage>;

/** By the digest of an answer's bytes and of what they were read for. */
const RememberedPages = z.record(z.string(), RememberedPage);
export type RememberedPages = z.infer<typeof RememberedPages>;

/**
 * What a sync remembers outside the content folder: without it, more is asked for than needed.
 * Entries go by their paths, such as `releases/<id>`.
 */
export const SyncCache = z.object({
  readTimes: ReadTimes,
  /** Written by an older Waymark, it has none. */
  pages: RememberedPages.default({}),
  /** What entries show no copy of. */
  missing: z.record(z.string(), z.array(MissingAsset)),
  /** The copies that stand in the content folder, by the keys of their addresses. */
  copies: z.record(z.string(), Asset),
});
export type SyncCache = z.infer<typeof SyncCache>;
