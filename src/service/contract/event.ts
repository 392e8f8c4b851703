import { z } from 'zod';
import { DateTime } from '../../model/api/primitives.ts';
import { Release } from '../../model/api/release.ts';

/** Events that a hook can subscribe to (docs/api.md, "Events"). */
export const EventName = z.enum(['release.published', 'release.scheduled', 'content.changed']);
export type EventName = z.infer<typeof EventName>;

/** Events whose payload contains a release. */
export const ReleaseEventName = EventName.exclude(['content.changed']);
export type ReleaseEventName = z.infer<typeof ReleaseEventName>;

/** The body of a delivery of a release event. Its form follows Standard Webhooks 1.0.0. */
export const ReleaseEvent = z.object({
  type: ReleaseEventName,
  timestamp: DateTime,
  data: Release,
});
export type ReleaseEvent = z.infer<typeof ReleaseEvent>;
