import { z } from 'zod';
import { ChangeTypeEntry, LabelEntry, Redirects } from './content.ts';
import { byKind, type EntryKind } from './entry-kinds.ts';

/** Where a public milestone stood: what tells whether it has moved since. */
const Standing = z.object({
  /** The title of its status. */
  status: z.string().nullable(),
  /** The id of the status's type, which stays when that is given another title. */
  type: z.string().optional(),
  stage: z.string(),
  /** The newest of the milestone's own times (RFC 3339 in UTC). */
  at: z.string().nullable(),
});
export type Standing = z.infer<typeof Standing>;

/**
 * What a sync remembers of an entry: where it stands, the digest of what it was made from, and in
 * words what could not be shown of it, since an entry that is kept is not read again.
 */
const Known = z.object({
  slug: z.string(),
  source: z.string(),
  /** The source in `sources.yaml` that it comes from. */
  from: z.string().optional(),
  notes: z.array(z.string()).optional(),
  /** Pictures or files of it could not be had; what they are is remembered elsewhere. */
  incomplete: z.boolean().optional(),
  /** Types of changes that it names otherwise than `workspace.json` shows them, or that are not there. */
  types: z.array(ChangeTypeEntry).optional(),
  /** Of a milestone; content written before there was a log of the roadmap has none. */
  standing: Standing.optional(),
});
export type Known = z.infer<typeof Known>;

/** Empty where content was written before its kind was synced. */
const KnownById = z.record(z.string(), Known).default({});

/** `content/.sync.json`: whose content this is and what it was made from. It holds no time. */
export const SyncState = z.object({
  /** The id of the workspace that the content belongs to. */
  workspace: z.string(),
  /** The API's address without `/v1`. */
  api: z.string(),
  // By the ids of their entries.
  ...byKind<Record<EntryKind, typeof KnownById>>(() => KnownById),
  // Content written before these were kept has none of them.
  /** What is to stand in `redirects.json`, which nobody else could tell. */
  redirects: Redirects.optional(),
  /** Labels that `labels.json` has no room for: entries that are kept are not read again. */
  labels: z.array(LabelEntry).optional(),
  /** Beginnings of the digests of all other files, by path: what tells that one was changed. */
  files: z.record(z.string(), z.string()).default({}),
  /** Sizes of the mirrored files in bytes, by name. */
  assets: z.record(z.string(), z.number()).default({}),
});
export type SyncState = z.infer<typeof SyncState>;
