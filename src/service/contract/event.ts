import { z } from 'zod';
import { DateTime } from '../../model/api/primitives.ts';
import { Release } from '../../model/api/release.ts';

/** docs/api.md, "Events": what a hook may ask for. */
export const EventName = z.enum(['release.published', 'release.scheduled', 'content.changed']);
export type EventName = z.infer<typeof EventName>;

/** Those that bring their release along. */
export const ReleaseEventName = EventName.exclude(['content.changed']);
export type ReleaseEventName = z.infer<typeof ReleaseEventName>;

/** What a delivery's body holds, as Standard Webhooks 1.0.0 lays it out. */
export const ReleaseEvent = z.object({
  type: ReleaseEventName,
  timestamp: DateTime,
  data: Release,
});
export type ReleaseEvent = z.infer<typeof ReleaseEvent>;
