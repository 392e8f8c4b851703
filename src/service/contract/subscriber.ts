import { z } from 'zod';
import { DateTime, Id } from '../../model/api/primitives.ts';

/** docs/api.md, "Subscriber". */
export const Subscriber = z.object({
  id: Id,
  email: z.email(),
  lists: z.array(z.object({ id: Id, name: z.string() })),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Subscriber = z.infer<typeof Subscriber>;

/** docs/api.md, "SubscriberList". */
export const SubscriberList = z.object({
  id: Id,
  name: z.string(),
  subscriber_count: z.int().nonnegative(),
  created_at: DateTime,
  updated_at: DateTime,
});
export type SubscriberList = z.infer<typeof SubscriberList>;
