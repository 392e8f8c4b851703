import { z } from 'zod';
import { DateTime, Visible } from './primitives.ts';

// What a reader of the API takes a row to be. Lists may carry reduced rows ("Consumers must treat
// absent fields as possible"), so only what the site cannot do without is required; fields that
// are not known here are dropped, so that a counter nobody shows does not look like an edit, and
// enums whose values the specification does not show stay strings.

// "." and ".." would change the path of a request for the record; "__proto__" is no key for JSON.
const refused = new Set(['.', '..', '__proto__']);
export const RowId = z
  .string()
  .min(1)
  .refine((id) => !refused.has(id), 'is not usable as an id');
const text = z.string().nullish();
const flag = z.boolean().nullish();
const Time = DateTime.nullish();

export const ProjectRow = z.object({ id: RowId, name: z.string(), slug: text });
export type ProjectRow = z.infer<typeof ProjectRow>;

const LabelRow = z.object({ id: RowId, name: z.string(), slug: text, color: text });
export type LabelRow = z.infer<typeof LabelRow>;

const ContributorRow = z.object({ id: RowId, name: z.string(), avatar_url: text });
export type ContributorRow = z.infer<typeof ContributorRow>;

const ChangeRow = z.object({
  id: text,
  change_id: text,
  title: text,
  color: text,
  content: z.string(),
});
export type ChangeRow = z.infer<typeof ChangeRow>;

const AttachmentRow = z.object({
  id: text,
  type: z.string().transform((type) => type.toUpperCase()),
  content: z.object({
    title: text,
    url: z.string(),
    size: z.number().nullish(),
    type: text,
  }),
});
export type AttachmentRow = z.infer<typeof AttachmentRow>;

const HeroRow = z.object({ type: z.string(), url: z.string() });
export type HeroRow = z.infer<typeof HeroRow>;

const shared = {
  id: RowId,
  title: Visible,
  slug: text,
  body: text,
  is_public: flag,
  project: ProjectRow.nullish(),
  labels: z.array(LabelRow).nullish(),
  attachments: z.array(AttachmentRow).nullish(),
  created_at: Time,
  updated_at: Time,
};

export const ReleaseRow = z.object({
  ...shared,
  status: text,
  version: text,
  is_pinned: flag,
  is_pre_release: flag,
  summary: text,
  hero: HeroRow.nullish(),
  changes: z.array(ChangeRow).nullish(),
  contributors: z.array(ContributorRow).nullish(),
  released_at: Time,
});
export type ReleaseRow = z.infer<typeof ReleaseRow>;

export const MilestoneRow = z.object({
  ...shared,
  number: z.number().nullish(),
  status: text,
  stage: text,
  upvote_count: z.number().nullish(),
  started_at: Time,
  ended_at: Time,
});
export type MilestoneRow = z.infer<typeof MilestoneRow>;

export const WorkspaceRow = z.object({
  id: RowId,
  name: z.string(),
  slug: text,
  url: text,
  release_change_types: z.array(z.object({ id: RowId, title: z.string(), color: text })).nullish(),
  roadmap_status_types: z
    .array(z.object({ id: RowId, title: z.string(), color: text, stage: text }))
    .nullish(),
});
export type WorkspaceRow = z.infer<typeof WorkspaceRow>;
