import { z } from 'zod';
import { DateTime, Id, listOf, Slug, Visible, WebAddress } from '../../model/api/primitives.ts';
import { stages } from '../../model/api/stages.ts';
import { limits } from '../../model/limits.ts';
import { AddSubscriber, isLink } from './requests.ts';
import { IncomingWebhookType } from './resources.ts';

// Inputs of commands for resources that are read-only in the API. The fields follow the rules of
// the API's other resources.

/** A name passed to a command. */
export const VisibleName = Visible.max(limits.name.max);

/** A colour shown on pages. */
export const Colour = z
  .string()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'expected a hex code, such as "#16a34a"');

export const ProjectInput = z.object({ name: VisibleName, slug: Slug });
export const LabelInput = z.object({ name: VisibleName, slug: Slug, color: Colour });
export const ContributorInput = z.object({
  name: VisibleName,
  avatar_url: WebAddress.nullable().optional(),
});

const stage = z.string().toUpperCase().pipe(z.enum(stages));
export const ChangeTypeInput = z.object({ title: VisibleName, color: Colour });
export const StatusTypeInput = z.object({ title: VisibleName, color: Colour, stage });

/**
 * An address, optionally followed by a space and a title. An address that begins with `/files/` is
 * a stored file; any other is a link.
 */
const AttachmentInput = z
  .string()
  .transform((text) => {
    const [, url = '', title = ''] = /^(\S*)\s*(.*)$/s.exec(text.trim()) ?? [];
    return { url, title: title || null };
  })
  .refine(({ url }) => url.startsWith('/files/') || isLink(url), {
    error: 'expected an address with http:, https: or mailto:, or /files/ and a name',
  });

const wholeNumber = z
  .string()
  .regex(/^\d{1,12}$/, 'expected a whole number')
  .transform(Number);

export const MilestoneInput = z.object({
  title: z.string().min(limits.title.min).max(limits.title.max),
  slug: Slug,
  /** Id or title of a status type. */
  status: Id,
  /** Only used if the status type has no stage. */
  stage: stage.optional(),
  body: z.string().max(limits.body).optional(),
  project_id: Id.nullable().optional(),
  label_ids: listOf(Id, limits.items.labels).optional(),
  is_public: z.boolean().optional(),
  attachments: listOf(AttachmentInput, limits.items.attachments).optional(),
  upvote_count: wholeNumber.optional(),
  started_at: DateTime.nullable().optional(),
  ended_at: DateTime.nullable().optional(),
});
export type MilestoneInput = z.infer<typeof MilestoneInput>;

export const SubscriberInput = z.object({
  email: AddSubscriber.shape.email,
  list_ids: listOf(Id, limits.items.lists).optional(),
});

/**
 * A new incoming webhook (docs/api.md, "IncomingWebhook"). The type MILESTONE can no longer be
 * created.
 */
export const IncomingWebhookInput = z.object({
  name: VisibleName,
  type: IncomingWebhookType.exclude(['MILESTONE']),
});
