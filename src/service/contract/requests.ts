import { z } from 'zod';
import { Attachment } from '../../model/api/parts.ts';
import { DateTime, Id, listOf, Slug, WebAddress } from '../../model/api/primitives.ts';
import { ReleaseStatus } from '../../model/api/release.ts';
import { limits } from '../../model/limits.ts';

const linkSchemes = ['http:', 'https:', 'mailto:'];

/** Whether an address has a scheme that readers may follow. */
export function isLink(url: string): boolean {
  return linkSchemes.includes(URL.parse(url)?.protocol ?? '');
}

/** An attachment whose address has a safe scheme. Imported attachments are not checked. */
const NewAttachment = Attachment.superRefine(({ type, content: { url } }, context) => {
  const schemes = type === 'LINK' ? linkSchemes : ['http:', 'https:'];
  // The address of a FILE may be a path, which is resolved against a placeholder host.
  const { protocol } = URL.parse(url, 'https://host.invalid') ?? {};
  if (protocol && schemes.includes(protocol)) return;
  const message = `expected an address with ${schemes.join(', ')}`;
  context.addIssue({ code: 'custom', path: ['content', 'url'], message });
});

/**
 * A change in a request. It refers to its change type by id or title, so that clients can send back
 * changes as they received them, with `title` and `color`.
 */
const NewChange = z
  .object({
    id: Id.optional(),
    changeId: Id.optional(),
    title: z.string().optional(),
    color: z.string().optional(),
    content: z.string(),
  })
  .refine(({ changeId, title }) => changeId !== undefined || title !== undefined, {
    path: ['changeId'],
    error: 'expected the id of a change type; its title belongs in the field "title"',
  });

const fields = {
  title: z.string().min(limits.title.min).max(limits.title.max),
  body: z.string(),
  // Creating and updating a release never changes its status (docs/api.md, "States of a release").
  status: z.literal('DRAFT', 'expected DRAFT, because publishing is a separate step'),
  slug: Slug,
  is_public: z.boolean(),
  project_id: Id,
  label_ids: listOf(Id, limits.items.labels),
  is_pinned: z.boolean(),
  is_pre_release: z.boolean(),
  version: z.string().nullable(),
  summary: z.string().nullable(),
  contributor_ids: listOf(Id, limits.items.contributors),
  attachments: listOf(NewAttachment, limits.items.attachments),
  hero: z.object({ type: z.enum(['image', 'video']), url: WebAddress }),
  changes: listOf(NewChange, limits.items.changes),
};

/**
 * The body of a request that creates a release (docs/api.md, "CreateRelease"). A new release is not
 * public by default.
 */
export const CreateRelease = z.object({
  ...fields,
  body: fields.body.default(''),
  is_public: fields.is_public.default(false),
  project_id: fields.project_id.optional(),
  label_ids: fields.label_ids.default([]),
  is_pinned: fields.is_pinned.default(false),
  is_pre_release: fields.is_pre_release.default(false),
  version: fields.version.default(null),
  summary: fields.summary.default(null),
  contributor_ids: fields.contributor_ids.default([]),
  attachments: fields.attachments.default([]),
  hero: fields.hero.optional(),
  changes: fields.changes.default([]),
});
export type CreateRelease = z.infer<typeof CreateRelease>;

/**
 * The body of a request that updates a release (docs/api.md, "UpdateRelease"). Only the given
 * fields change.
 */
export const UpdateRelease = z
  .object({
    ...fields,
    // Clients may send back a release as they read it, including its current status.
    status: ReleaseStatus,
    project_id: fields.project_id.nullable(),
    hero: fields.hero.nullable(),
  })
  .partial();
export type UpdateRelease = z.infer<typeof UpdateRelease>;

/**
 * The body of a request that publishes a release (docs/api.md, "PublishRelease"). The body may be
 * missing.
 */
export const PublishRelease = z.object({
  status: z.enum(['RELEASED', 'SCHEDULED']).default('RELEASED'),
  scheduled_at: DateTime.optional(),
});
export type PublishRelease = z.infer<typeof PublishRelease>;

/**
 * The body of requests that create or update a subscriber list (docs/api.md, "Subscriber lists").
 */
export const NameSubscriberList = z.object({
  name: z.string().min(limits.listName.min).max(limits.listName.max),
});

/** The body of a request that updates an incoming webhook (docs/api.md, "Incoming webhooks"). */
export const UpdateIncomingWebhook = z
  .object({ name: z.string(), isEnabled: z.boolean() })
  .partial();
export type UpdateIncomingWebhook = z.infer<typeof UpdateIncomingWebhook>;

/** The body of a call to an incoming webhook of type SUBSCRIBER. */
export const AddSubscriber = z.object({
  email: z.email().max(limits.email),
  list_ids: listOf(Id, limits.items.lists).default([]),
});
export type AddSubscriber = z.infer<typeof AddSubscriber>;
