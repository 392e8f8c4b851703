import { z } from 'zod';

/** An event that requests a run. */
export const PendingEvent = z.object({
  id: z.string(),
  release_id: z.string().nullable(),
  /** Number of runs that did not find its release. */
  attempts: z.int(),
  first_look_at: z.string().nullable(),
});
export type PendingEvent = z.infer<typeof PendingEvent>;

/** The state of a pending event after a successful run. */
export type Resolution =
  | { kind: 'fulfilled'; why?: undefined }
  /** Its release is not public. */
  | { kind: 'void'; why: string }
  | { kind: 'given-up'; why: string }
  /** Its release is public but not live, as publishing is paused. */
  | { kind: 'waiting'; why: string }
  /** To be looked up again soon. */
  | { kind: 'open'; why: string }
  /** To be looked up again at a later time. */
  | { kind: 'moved'; why: string; at: Date };
