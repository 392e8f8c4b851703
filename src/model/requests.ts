import { z } from 'zod';

/** Specification, "Publish release body": optional as a whole. */
export const PublishRelease = z.object({
  status: z.literal('RELEASED').default('RELEASED'),
});
