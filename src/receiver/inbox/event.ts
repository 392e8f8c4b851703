import { z } from 'zod';

/** An event that requests a run. */
export const PendingEvent = z.object({
  id: z.string(),
  release_id: z.string().nullable(),
  /** Number of runs after which the release of this event was still not public. */
  attempts: z.int(),
  first_look_at: z.string().nullable(),
});
export type PendingEvent = z.infer<typeof PendingEvent>;

/** The state of a pending event after a successful run. */
export type Resolution =
  | { kind: 'fulfilled'; why?: undefined }
  /** The release is not public, so there is nothing to publish. */
  | { kind: 'void'; why: string }
  | { kind: 'given-up'; why: string }
  /** The release is public, but not live yet, as publishing is paused. */
  | { kind: 'waiting'; why: string }
  /** The release will be looked up again soon. */
  | { kind: 'open'; why: string }
  /** The release is scheduled for the time `at`, and will be looked up again then. */
  | { kind: 'moved'; why: string; at: Date };
