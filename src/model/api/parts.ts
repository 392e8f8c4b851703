import { z } from 'zod';
import { Id, Uri } from './primitives.ts';

/** See docs/api.md, "Project". */
export const Project = z.object({ id: Id, name: z.string(), slug: z.string() });
export type Project = z.infer<typeof Project>;

/** See docs/api.md, "Label". */
export const Label = z.object({ id: Id, name: z.string(), slug: z.string(), color: z.string() });
export type Label = z.infer<typeof Label>;

/** See docs/api.md, "Contributor". */
export const Contributor = z.object({
  id: Id,
  name: z.string(),
  // Null for members without a picture, although the API's documentation says that it is a string.
  avatar_url: z.string().nullable(),
});
export type Contributor = z.infer<typeof Contributor>;

/**
 * An attachment (docs/api.md, "Attachment"). For a FILE, `url` is a URL path and `size` is in
 * bytes.
 */
export const Attachment = z.discriminatedUnion('type', [
  z.object({
    id: Id,
    type: z.literal('FILE'),
    content: z.object({
      title: z.string(),
      url: z.string(),
      size: z.int().nonnegative(),
      type: z.string(),
    }),
  }),
  z.object({
    id: Id,
    type: z.literal('LINK'),
    content: z.object({ title: z.string().nullable(), url: Uri }),
  }),
]);
export type Attachment = z.infer<typeof Attachment>;

/** The `hero` field of a release (docs/api.md, "Release"). */
export const Hero = z.object({ type: z.enum(['image', 'video']), url: z.string() });
export type Hero = z.infer<typeof Hero>;

/** An item of a release's `changes` field, which has two forms (docs/api.md, "Release"). */
export const Change = z.union([
  z.object({ id: Id, change_id: Id, content: z.string() }),
  z.object({ title: z.string(), color: z.string(), content: z.string() }),
]);
export type Change = z.infer<typeof Change>;
