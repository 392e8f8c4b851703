import type { ForgeWebhook } from './forge/webhook.ts';
import { forgejoWebhook } from './forgejo/webhook.ts';
import { gitHubWebhook } from './github/webhook.ts';

/** The webhooks of all forges. */
export const forgeWebhooks: readonly ForgeWebhook[] = [gitHubWebhook, forgejoWebhook];
