import {
  type ForgeEvent,
  ForgePayload,
  type ForgeWebhook,
  readIssueLabels,
  readPush,
} from '../forge/webhook.ts';

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
  read: (event, payload) => {
    const { data } = ForgePayload.safeParse(payload);
    const subject = data && subjects.get(event)?.(data);
    if (!subject) return undefined;
    const { id, full_name: name } = data.repository;
    return { repository: { id: String(id), name }, subject };
  },
};

type Read = (payload: ForgePayload) => ForgeEvent['subject'] | undefined;
const subjects = new Map<string, Read>([
  [
    'release',
    ({ action, release }) => {
      // The action `created` is about a draft, or it precedes `published`.
      const isOfDraft = release?.draft && action !== 'unpublished';
      return isOfDraft || action === 'created' ? undefined : { kind: 'releases' };
    },
  ],
  ['milestone', () => ({ kind: 'milestones' })],
  ['repository', ({ action }) => (action === 'privatized' ? { kind: 'repository' } : undefined)],
  ['issues', readIssueLabels],
  ['push', readPush],
]);
