import { z } from 'zod';

/** What a sync remembers of an entry: where it stands, and the digest of what it was made from. */
const Known = z.object({ slug: z.string(), source: z.string() });
export type Known = z.infer<typeof Known>;

/** When the record behind each reduced row was last read, in milliseconds since 1970, by its path. */
export const ReadTimes = z.record(z.string(), z.number());
export type ReadTimes = z.infer<typeof ReadTimes>;

/** `content/.sync.json`: whose content this is and what it was made from. It holds no time. */
export const SyncState = z.object({
  /** The id of the workspace that the content belongs to. */
  workspace: z.string(),
  /** The API's address without `/v1`. */
  api: z.string(),
  releases: z.record(z.string(), Known),
  milestones: z.record(z.string(), Known),
});
export type SyncState = z.infer<typeof SyncState>;
