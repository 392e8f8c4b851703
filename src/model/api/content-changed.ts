import { z } from 'zod';
import { DateTime } from './primitives.ts';

/**
 * Announces that something shown on pages may have changed, without saying how. `kind` is its kind,
 * such as `milestone`. Receivers check everything.
 */
export const ContentChanged = z.object({
  type: z.literal('content.changed'),
  timestamp: DateTime,
  data: z.object({ kind: z.string().min(1).max(64), id: z.string() }),
});
export type ContentChanged = z.infer<typeof ContentChanged>;
