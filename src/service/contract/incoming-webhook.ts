import { z } from 'zod';
import { DateTime, Id } from '../../model/api/primitives.ts';

export const IncomingWebhookType = z.enum(['RELEASE', 'MILESTONE', 'SUBSCRIBER']);

/** docs/api.md, "IncomingWebhook": the one resource with camelCase names. */
export const IncomingWebhook = z.object({
  id: Id,
  name: z.string(),
  type: IncomingWebhookType,
  isEnabled: z.boolean(),
  url: z.string(),
  lastTriggeredAt: DateTime.nullable(),
  createdAt: DateTime,
  updatedAt: DateTime,
});
export type IncomingWebhook = z.infer<typeof IncomingWebhook>;
