import { z } from 'zod';

/** An event that asks to be acted on. */
export const PendingEvent = z.object({
  id: z.string(),
  release_id: z.string().nullable(),
  /** How many runs have looked for it in vain. */
  attempts: z.int(),
  first_look_at: z.string().nullable(),
});
export type PendingEvent = z.infer<typeof PendingEvent>;

/** What a run that did not fail means for a pending event. */
export type Resolution =
  | { kind: 'fulfilled'; why?: undefined }
  /** The API says that there is nothing to show. */
  | { kind: 'void'; why: string }
  | { kind: 'given-up'; why: string }
  /** Seen public, and not live yet: publishing is paused. */
  | { kind: 'waiting'; why: string }
  /** To be looked for again soon. */
  | { kind: 'open'; why: string }
  /** To be looked for again when its time has come. */
  | { kind: 'moved'; why: string; at: Date };
