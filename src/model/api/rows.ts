import { z } from 'zod';
import { DateTime, Visible } from './primitives.ts';

// What a reader of the API takes a row to be. Lists may carry reduced rows ("Consumers must treat
// absent fields as possible"), so only what the site cannot do without is required; fields that
// are not known here are dropped, so that a counter nobody shows does not look like an edit, and
// enums whose values the API's documentation does not show stay strings. What may be absent is dropped
// where it is wrong (sync/parse-row.ts): a field that is required here takes what it stands in
// with it.

// "." and ".." would change the path of a request for the record; "__proto__" is no key for JSON,
// and half a character nothing that an address or a feed can hold.
const refused = new Set(['.', '..', '__proto__']);
export const RowId = z
  .string()
  .min(1)
  .refine((id) => id.isWellFormed() && !refused.has(id), 'is not usable as an id');
const text = z.string().nullish();
const flag = z.boolean().nullish();

/** A date-time, or a date as some exports have it, which becomes midnight in UTC. */
export const RowTime = z.preprocess(
  (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? midnightOf(value) : value,
  DateTime,
);
const Time = RowTime.nullish();

export function midnightOf(date: string): string {
  return `${date}T00:00:00.000Z`;
}

export const ProjectRow = z.object({ id: RowId, name: Visible, slug: text });
export type ProjectRow = z.infer<typeof ProjectRow>;

// Entries refer to projects and labels by id: a name may come with another of them.
const ProjectRef = ProjectRow.extend({ name: Visible.nullish() });
export type ProjectRef = z.infer<typeof ProjectRef>;

const LabelRef = z.object({ id: RowId, name: Visible.nullish(), slug: text, color: text });
export type LabelRef = z.infer<typeof LabelRef>;

const ContributorRow = z.object({ id: RowId, name: Visible, avatar_url: text });
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

const HeroRow = z.object({ type: text, url: z.string() });
export type HeroRow = z.infer<typeof HeroRow>;

const shared = {
  id: RowId,
  title: Visible,
  slug: text,
  body: text,
  is_public: flag,
  project: ProjectRef.nullish(),
  labels: z.array(LabelRef).nullish(),
  attachments: z.array(AttachmentRow).nullish(),
  created_at: Time,
  updated_at: Time,
  /** Not the API's: sources that read files have it. */
  edit_url: text,
};

export const ApiRelease = z.object({
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
export type ApiRelease = z.infer<typeof ApiRelease>;

export const ApiMilestone = z.object({
  ...shared,
  number: z.number().nullish(),
  status: text,
  stage: text,
  upvote_count: z.number().nullish(),
  started_at: Time,
  ended_at: Time,
});
export type ApiMilestone = z.infer<typeof ApiMilestone>;

const TypeRow = z.object({ id: RowId.nullish(), title: Visible, color: text });

export const ApiWorkspace = z.object({
  id: RowId,
  name: Visible.nullish(),
  slug: text,
  url: text,
  release_change_types: z.array(TypeRow).nullish(),
  roadmap_status_types: z.array(TypeRow.extend({ stage: text })).nullish(),
});
export type ApiWorkspace = z.infer<typeof ApiWorkspace>;
