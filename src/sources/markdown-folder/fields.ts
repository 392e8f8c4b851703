import { z } from 'zod';
import { isDay } from '../../lib/time/days.ts';
import { DateTime, Slug, Visible, WebAddress } from '../../model/api/primitives.ts';
import { RowId } from '../../model/api/rows.ts';
import { stages } from '../../model/api/stages.ts';
import { limits } from '../../model/limits.ts';

// The front matter of a Markdown file. Its fields have the same names as in the API
// (docs/api.md, "Release" and "Milestone").

/** A date-time with a time zone, or only a day, as it is written. */
const Time = z
  .string()
  .refine(
    (written) => DateTime.safeParse(isDay(written) ? `${written}T12:00:00Z` : written).success,
    { error: 'has to be a day such as 2026-01-31, or a time such as 2026-01-31T09:00:00+01:00' },
  );

const names = (most: number) => z.array(Visible.max(limits.name.max)).max(most).default([]);

const shared = {
  id: RowId.optional(),
  title: Visible.min(limits.title.min).max(limits.title.max).optional(),
  slug: Slug.optional(),
  is_public: z.boolean().default(true),
  project: Visible.max(limits.name.max).optional(),
  labels: names(limits.items.labels),
  attachments: z
    .array(z.strictObject({ title: z.string().optional(), url: WebAddress }))
    .max(limits.items.attachments)
    .default([]),
  created_at: Time.optional(),
  updated_at: Time.optional(),
};

const ofRelease = {
  version: z.string().max(limits.name.max).optional(),
  summary: z.string().max(limits.summary.max).optional(),
  hero: z.strictObject({ type: z.enum(['image', 'video']), url: z.string().min(1) }).optional(),
};

/** The fields of a text above a release. */
export const HighlightFields = z.strictObject({
  ...ofRelease,
  version: Visible.max(limits.name.max),
  title: shared.title,
  project: shared.project,
});

export const ReleaseFields = z
  .strictObject({
    ...shared,
    ...ofRelease,
    status: z.enum(['DRAFT', 'RELEASED']).default('RELEASED'),
    is_pinned: z.boolean().default(false),
    is_pre_release: z.boolean().optional(),
    contributors: names(limits.items.contributors),
    released_at: Time.optional(),
    announce: z.boolean().optional(),
  })
  .refine(({ status, released_at }) => status === 'DRAFT' || released_at !== undefined, {
    path: ['released_at'],
    error: 'is missing. Write the day, such as released_at: 2026-01-31, or status: DRAFT',
  });
export type ReleaseFields = z.infer<typeof ReleaseFields>;

export const MilestoneFields = z.strictObject({
  ...shared,
  status: z
    .string()
    .min(1)
    .max(limits.name.max)
    .refine((status) => !/^draft$/i.test(status), {
      error: 'is the title of a roadmap column. Write is_public: false to hide a milestone',
    })
    .optional(),
  stage: z.enum(stages).optional(),
  started_at: Time.optional(),
  ended_at: Time.optional(),
});
export type MilestoneFields = z.infer<typeof MilestoneFields>;
