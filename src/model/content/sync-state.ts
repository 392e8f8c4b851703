import { z } from 'zod';
import { ChangeTypeEntry, LabelEntry, Redirects } from './content.ts';
import { byKind, type EntryKind } from './entry-kinds.ts';

/** A milestone as the roadmap showed it, to detect moves. */
const MilestoneSnapshot = z.object({
  /** Title of its status. */
  status: z.string().nullable(),
  /** Id of the status's type, which stays when the type is renamed. */
  type: z.string().optional(),
  stage: z.string(),
  /** The latest of the milestone's own times (RFC 3339 in UTC). */
  at: z.string().nullable(),
});
export type MilestoneSnapshot = z.infer<typeof MilestoneSnapshot>;

/**
 * A sync's record of an entry: its slug, the digest of its input, and notes on parts that could not
 * be shown, because an unchanged entry is not read again.
 */
const Known = z.object({
  slug: z.string(),
  source: z.string(),
  /** Name of its source in `sources.yaml`. */
  from: z.string().optional(),
  notes: z.array(z.string()).optional(),
  /** Pictures or files are missing; the cache has the details. */
  incomplete: z.boolean().optional(),
  /** Types of changes that it names differently from `workspace.json`, or that are not in it. */
  types: z.array(ChangeTypeEntry).optional(),
  /** For milestones; absent in content older than the roadmap's log. */
  standing: MilestoneSnapshot.optional(),
});
export type Known = z.infer<typeof Known>;

/** Empty in content older than this kind of entry. */
const KnownById = z.record(z.string(), Known).default({});

/** `content/.sync.json`: the workspace and input of this content. It contains no times of syncs. */
export const SyncState = z.object({
  /** Id of the workspace that the content belongs to. */
  workspace: z.string(),
  /** The API's address without `/v1`. */
  api: z.string(),
  // By id of the entry.
  ...byKind<Record<EntryKind, typeof KnownById>>(() => KnownById),
  // The fields below are absent in older content.
  /** A copy of `redirects.json`, which cannot be restored from anywhere else. */
  redirects: Redirects.optional(),
  /**
   * Labels beyond the limit of `labels.json`: unchanged entries are not read again, so only the
   * state has them.
   */
  labels: z.array(LabelEntry).optional(),
  /** Starts of digests of all other files by path, to notice edits. */
  files: z.record(z.string(), z.string()).default({}),
  /** Sizes of the mirrored files in bytes, by name. */
  assets: z.record(z.string(), z.number()).default({}),
});
export type SyncState = z.infer<typeof SyncState>;
