import { z } from 'zod';
import { DateTime, Visible } from './primitives.ts';

// Schemas of the rows that the API returns, with the fields that Waymark uses. Only essential
// fields are required, because the API's lists may omit other fields. An invalid optional field is
// dropped; an invalid required field makes the whole object invalid (sync/read/parse/parse-rows.ts).

// Refused as ids: "." and ".." would change a request's path, and "__proto__" is not a safe JSON
// key. Ids with lone surrogates are also refused, because addresses and feeds cannot contain them.
const refused = new Set(['.', '..', '__proto__']);
export const RowId = z
  .string()
  .min(1)
  .refine((id) => id.isWellFormed() && !refused.has(id), 'is not usable as an id');
const text = z.string().nullish();
const flag = z.boolean().nullish();

/** A date-time. A plain date, as in some exports, becomes midnight UTC. */
export const RowTime = z.preprocess(
  (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? midnightOf(value) : value,
  DateTime,
);
const Time = RowTime.nullish();
/** The day of a time whose source gave only the day. The API has no such fields. */
const Day = z.iso.date().nullish();

export function midnightOf(date: string): string {
  return `${date}T00:00:00.000Z`;
}

export const ProjectRow = z.object({ id: RowId, name: Visible, slug: text });
export type ProjectRow = z.infer<typeof ProjectRow>;

// A reference may lack the project's name if another reference to the same id has the name.
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
  /** Set by sources that read files; the API has no such field. */
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
  released_on: Day,
  updated_on: Day,
  /** False in files whose release is not announced; the API has no such field. */
  announce: flag,
  /** Targets of announcements that somebody chose. Only the embedded service has this field. */
  channels: z.array(z.string()).nullish(),
  /** HTML that somebody wrote above generated notes. Set by files; the API has no such field. */
  opening: text,
});
export type ApiRelease = z.infer<typeof ApiRelease>;

export const ApiMilestone = z.object({
  ...shared,
  number: z.number().nullish(),
  status: text,
  stage: text,
  upvote_count: z.number().nullish(),
  started_at: Time,
  started_on: Day,
  ended_at: Time,
  ended_on: Day,
  created_on: Day,
  updated_on: Day,
  // Set by forges; the API has no such fields.
  progress: z.object({ done: z.int(), total: z.int().positive() }).nullish(),
  target_on: Day,
  address: text,
  release_id: text,
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
