import type { ForgeWebhook } from '../forge/webhook.ts';

/** GitHub's webhooks: "Webhook events and payloads", "Validating webhook deliveries". */
export const gitHubWebhook: ForgeWebhook = {
  name: 'github',
  secret: 'WEBHOOK_GITHUB_SECRET',
  headers: [
    {
      signature: 'x-hub-signature-256',
      event: 'x-github-event',
      delivery: 'x-github-delivery',
    },
  ],
  signsPayload: false,
  hasTime: true,
  nameOf: ({ id, full_name: name }) => ({ id: String(id), name }),
};
