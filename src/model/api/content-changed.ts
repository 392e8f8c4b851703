import { z } from 'zod';
import { DateTime } from './primitives.ts';

/**
 * The event that something shown on pages may have changed. It names the kind of resource, such as
 * `milestone`, but not the change itself, so receivers compare all content.
 */
export const ContentChanged = z.object({
  type: z.literal('content.changed'),
  timestamp: DateTime,
  data: z.object({ kind: z.string().min(1).max(64), id: z.string() }),
});
export type ContentChanged = z.infer<typeof ContentChanged>;
