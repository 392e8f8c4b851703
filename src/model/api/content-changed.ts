import { z } from 'zod';
import { DateTime } from './primitives.ts';

/**
 * Says that something which pages show may have changed, and never how: `kind` is what it was, such
 * as `milestone`, and `id` its id. Receivers look at everything.
 */
export const ContentChanged = z.object({
  type: z.literal('content.changed'),
  timestamp: DateTime,
  data: z.object({ kind: z.string().min(1).max(64), id: z.string() }),
});
export type ContentChanged = z.infer<typeof ContentChanged>;
