import { z } from 'zod';
import { Attachment, Label, Project } from '../../model/api/parts.ts';
import { DateTime, Id } from '../../model/api/primitives.ts';

/** Not in the API: the day of a date, if its source gave no time. */
const Day = z.iso.date().optional();

/**
 * A milestone with all its fields (docs/api.md, "Milestone"). `status` is the title of a roadmap
 * status type.
 */
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
  started_on: Day,
  ended_at: DateTime.nullable(),
  ended_on: Day,
  created_at: DateTime,
  updated_at: DateTime,
});
export type Milestone = z.infer<typeof Milestone>;

/** See docs/api.md, "Subscriber". */
export const Subscriber = z.object({
  id: Id,
  email: z.email(),
  lists: z.array(z.object({ id: Id, name: z.string() })),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Subscriber = z.infer<typeof Subscriber>;

/** See docs/api.md, "SubscriberList". */
export const SubscriberList = z.object({
  id: Id,
  name: z.string(),
  subscriber_count: z.int().nonnegative(),
  created_at: DateTime,
  updated_at: DateTime,
});
export type SubscriberList = z.infer<typeof SubscriberList>;

export const IncomingWebhookType = z.enum(['RELEASE', 'MILESTONE', 'SUBSCRIBER']);

/**
 * An incoming webhook (docs/api.md, "IncomingWebhook"), the only resource whose fields have
 * camelCase names.
 */
export const IncomingWebhook = z.object({
  id: Id,
  name: z.string(),
  type: IncomingWebhookType,
  isEnabled: z.boolean(),
  url: z.string(),
  lastTriggeredAt: DateTime.nullable(),
  createdAt: DateTime,
  updatedAt: DateTime,
});
export type IncomingWebhook = z.infer<typeof IncomingWebhook>;

/**
 * An uploaded file (docs/api.md, "UploadedFile"). `path` is used in attachments, `url` in a hero or
 * a body.
 */
export const UploadedFile = z.object({
  path: z.string(),
  url: z.string(),
  type: z.string(),
  size: z.int(),
});
