import { z } from 'zod';
import { Attachment, Label, Project } from '../../model/api/parts.ts';
import { DateTime, Id } from '../../model/api/primitives.ts';

/** docs/api.md, "Milestone": the full form. `status` is the title of a roadmap status type. */
export const Milestone = z.object({
  id: Id,
  number: z.int(),
  title: z.string(),
  body: z.string(),
  slug: z.string(),
  status: z.string(),
  stage: z.string(),
  is_public: z.boolean(),
  upvote_count: z.int(),
  project: Project.nullable(),
  labels: z.array(Label),
  attachments: z.array(Attachment),
  started_at: DateTime.nullable(),
  ended_at: DateTime.nullable(),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Milestone = z.infer<typeof Milestone>;
