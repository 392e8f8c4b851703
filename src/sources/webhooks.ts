import { forgejoWebhook } from './forgejo/webhook.ts';
import { gitHubWebhook } from './github/webhook.ts';
import type { ForgeWebhook } from './github-family/webhook.ts';

/** The webhooks of all forges. */
export const forgeWebhooks: readonly ForgeWebhook[] = [gitHubWebhook, forgejoWebhook];
