import { z } from 'zod';
import { Attachment, Change, Contributor, Hero, Label, Project } from './parts.ts';
import { DateTime, Id } from './primitives.ts';

export const ReleaseStatus = z.enum(['DRAFT', 'SCHEDULED', 'RELEASED']);
export type ReleaseStatus = z.infer<typeof ReleaseStatus>;

/** A release with all fields (docs/api.md, "Release"). `body` and `changes[].content` are HTML. */
export const Release = z.object({
  id: Id,
  title: z.string(),
  body: z.string(),
  slug: z.string(),
  status: ReleaseStatus,
  version: z.string().nullable(),
  is_pinned: z.boolean(),
  is_public: z.boolean(),
  is_pre_release: z.boolean(),
  summary: z.string().nullable(),
  hero: Hero.nullable(),
  changes: z.array(Change),
  project: Project.nullable(),
  labels: z.array(Label),
  attachments: z.array(Attachment),
  contributors: z.array(Contributor),
  scheduled_at: DateTime.optional(),
  released_at: DateTime.nullable(),
  /** Not in the API: the day of the release, if its source gave no time. */
  released_on: z.iso.date().optional(),
  /**
   * Not in the API's documentation: names of the targets in `announce.yaml` that announce the
   * release; empty for none. Missing if nobody chose.
   */
  channels: z.array(z.string()).optional(),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Release = z.infer<typeof Release>;
