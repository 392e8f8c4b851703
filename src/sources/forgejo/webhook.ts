import { repositoryKey } from '../forge/forge.ts';
import {
  type ForgeEvent,
  ForgePayload,
  type ForgeWebhook,
  readIssueLabels,
  readPush,
} from '../forge/webhook.ts';
import { forgejoPrefix } from './forgejo.ts';

const headersOf = (vendor: string) => ({
  signature: `x-${vendor}-signature`,
  event: `x-${vendor}-event`,
  delivery: `x-${vendor}-delivery`,
});

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
  read: (event, payload) => {
    const { data } = ForgePayload.safeParse(payload);
    const subject = data && subjectOf(event, data);
    if (!subject) return undefined;
    const { id, full_name: name, html_url: page } = data.repository;
    const prefix = forgejoPrefix(page.slice(0, -name.length - 1));
    return { repository: { id: repositoryKey({ prefix }, String(id)), name: page }, subject };
  },
};

function subjectOf(event: string, payload: ForgePayload): ForgeEvent['subject'] | undefined {
  if (event === 'push') return readPush(payload);
  if (event === 'issues') return readIssueLabels(payload);
  return event === 'release' && !payload.release?.draft ? { kind: 'releases' } : undefined;
}
