import { type ForgeWebhook, headersOf } from '../github-family/webhook.ts';

/** GitHub's webhooks: "Webhook events and payloads", "Validating webhook deliveries". */
export const gitHubWebhook: ForgeWebhook = {
  name: 'github',
  secret: 'WEBHOOK_GITHUB_SECRET',
  headers: [headersOf('github', 'x-hub-signature-256')],
  signsPayload: false,
  hasTime: true,
  placeOf: ({ id, full_name: name }) => ({ id: String(id), name }),
};
