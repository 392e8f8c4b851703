import { z } from 'zod';

/** An answer that GitHub may say is still right (RFC 9110, 13.1.2), by its address. */
export const KeptAnswers = z.record(
  z.string(),
  z.object({
    etag: z.string(),
    /** The address of the page after it. */
    next: z.string().optional(),
    rows: z.array(z.unknown()),
  }),
);
export type KeptAnswers = z.infer<typeof KeptAnswers>;
