import { z } from 'zod';
import { ChangeTypeEntry, LabelEntry, Redirects } from './content.ts';
import { byKind, type EntryKind } from './entry-kinds.ts';

/**
 * A milestone as the roadmap last showed it. The next sync compares the milestone with this
 * snapshot to detect moves.
 */
const MilestoneSnapshot = z.object({
  /** Title of the milestone's status. */
  status: z.string().nullable(),
  /** Id of the milestone's status type. The id stays the same when the status type is renamed. */
  type: z.string().optional(),
  stage: z.string(),
  /** The latest of the milestone's own timestamps, RFC 3339 in UTC. */
  at: z.string().nullable(),
});
export type MilestoneSnapshot = z.infer<typeof MilestoneSnapshot>;

/** What a source records about an entry for later syncs. */
export const Origin = z.object({
  /** The tag of a forge's release. A release that is made again has the same tag and another id. */
  tag: z.string().optional(),
  /** The id of the release in its source, if it is not the entry's, such as after it was made again. */
  upstream: z.string().optional(),
  /** The number of votes of a milestone that is an issue, and the day on which it changed. */
  votes: z.object({ count: z.int(), on: z.string() }).optional(),
});
export type Origin = z.infer<typeof Origin>;

/**
 * The record that the last sync made of an entry: its slug, the digest of its input (`source`), and
 * messages about parts that could not be shown (`notes`). The messages are stored because every
 * sync reports them, although it does not prepare unchanged entries again.
 */
const Known = z.object({
  slug: z.string(),
  source: z.string(),
  /**
   * Ids of the entry's project and labels. Absent in content from earlier versions of Waymark, until
   * the next full sync.
   */
  project: z.string().nullish(),
  labels: z.array(z.string()).optional(),
  /** Name of the entry's source in `sources.yaml`. */
  from: z.string().optional(),
  ...Origin.shape,
  notes: z.array(z.string()).optional(),
  /** Set if pictures or files of the entry are missing. The sync cache has the details. */
  incomplete: z.boolean().optional(),
  /** Change types of the entry that `workspace.json` lacks or names differently. */
  types: z.array(ChangeTypeEntry).optional(),
  /** Set for milestones; absent in content from versions of Waymark that had no roadmap log. */
  standing: MilestoneSnapshot.optional(),
});
export type Known = z.infer<typeof Known>;
export type KnownEntries = ReadonlyMap<string, Known>;
/** The records of all entries, by kind and id. */
export type KnownByKind = Record<EntryKind, KnownEntries>;

/**
 * Records by entry id. Empty in content from versions of Waymark that did not know this kind of
 * entry.
 */
const KnownById = z.record(z.string(), Known).default({});

/**
 * The repositories by id. The addresses of a repository's project and releases are made from its
 * `first` name, and stay when it is renamed. `source` is the name of its source in `sources.yaml`,
 * which changes when the maintainer writes the new name there.
 */
const Repositories = z.record(
  z.string(),
  z.object({ first: z.string(), name: z.string(), source: z.string().optional() }),
);
export type Repositories = Readonly<z.infer<typeof Repositories>>;

/**
 * `content/.sync.json`: the workspace and the input of this content. It contains no time of the
 * sync, so a sync without changes leaves the file unchanged.
 */
export const SyncState = z.object({
  /** Id of the workspace that the content belongs to. */
  workspace: z.string(),
  /** The API's address without `/v1`. */
  api: z.string(),
  // Records of each kind of entry, by id.
  ...byKind<Record<EntryKind, typeof KnownById>>(() => KnownById),
  // The fields below are absent in older content.
  /** A copy of `redirects.json`, because no other source has the old slugs. */
  redirects: Redirects.optional(),
  /**
   * Labels beyond the limit of `labels.json`. They are stored here because unchanged entries, from
   * which labels are collected, are not prepared again.
   */
  labels: z.array(LabelEntry).optional(),
  repositories: Repositories.optional(),
  /**
   * The first digits of the digests of all other files, by path. They show whether a file was
   * edited by hand.
   */
  files: z.record(z.string(), z.string()).default({}),
  /** Sizes of the mirrored files in bytes, by file name. */
  assets: z.record(z.string(), z.number()).default({}),
});
export type SyncState = z.infer<typeof SyncState>;
