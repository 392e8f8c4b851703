import { z } from 'zod';
import { Redirects } from './content.ts';

/**
 * What a sync remembers of an entry: where it stands, the digest of what it was made from, and in
 * words what could not be shown of it, since an entry that is kept is not read again.
 */
const Known = z.object({
  slug: z.string(),
  source: z.string(),
  notes: z.array(z.string()).optional(),
  /** Pictures or files of it could not be had; what they are is remembered elsewhere. */
  incomplete: z.boolean().optional(),
});
export type Known = z.infer<typeof Known>;

/** `content/.sync.json`: whose content this is and what it was made from. It holds no time. */
export const SyncState = z.object({
  /** The id of the workspace that the content belongs to. */
  workspace: z.string(),
  /** The API's address without `/v1`. */
  api: z.string(),
  releases: z.record(z.string(), Known),
  milestones: z.record(z.string(), Known),
  // Content written before these were kept has none of them.
  /** What is to stand in `redirects.json`, which nobody else could tell. */
  redirects: Redirects.optional(),
  /** Beginnings of the digests of all other files, by path: what tells that one was changed. */
  files: z.record(z.string(), z.string()).default({}),
  /** Sizes of the mirrored files in bytes, by name. */
  assets: z.record(z.string(), z.number()).default({}),
});
export type SyncState = z.infer<typeof SyncState>;
