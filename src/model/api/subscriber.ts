import { z } from 'zod';
import { DateTime, Id } from './primitives.ts';

/** Specification, "Subscriber". */
export const Subscriber = z.object({
  id: Id,
  email: z.email(),
  lists: z.array(z.object({ id: Id, name: z.string() })),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Subscriber = z.infer<typeof Subscriber>;

/** Specification, "Subscriber list". */
export const SubscriberList = z.object({
  id: Id,
  name: z.string(),
  subscriber_count: z.int().nonnegative(),
  created_at: DateTime,
  updated_at: DateTime,
});
export type SubscriberList = z.infer<typeof SubscriberList>;
