import { hostPrefix, repositoryKey } from '../forge/forge.ts';
import { type ForgeWebhook, headersOf } from '../github-family/webhook.ts';

/**
 * Webhooks of Forgejo ("Webhooks") and Gitea. They have no event for milestones, and none for a
 * repository that becomes private.
 */
export const forgejoWebhook: ForgeWebhook = {
  name: 'forgejo',
  secret: 'WEBHOOK_FORGEJO_SECRET',
  headers: [headersOf('forgejo'), headersOf('gitea')],
  signsPayload: true,
  hasTime: false,
  placeOf: ({ id, full_name: name, html_url: page }) => {
    const prefix = hostPrefix('forgejo', page.slice(0, -name.length - 1));
    return { id: repositoryKey({ prefix }, String(id)), name: page };
  },
};
