import { createHmac, randomUUID } from 'node:crypto';
import { gitHubIssue, gitHubLabel, gitHubMilestone, gitHubRelease } from './forge-rows.ts';

// Deliveries of GitHub's webhooks after their published schema ("Webhook events and payloads",
// "Delivery headers").

export const webhookSecret = "It's_a_Secret_to_Everybody";

export interface Sent {
  /** The body is a form with `payload`, as GitHub sends it by default. */
  isForm?: boolean;
  id?: string;
  secret?: string;
  headers?: Record<string, string>;
  /** Whether Gitea sends it, not Forgejo. */
  isGitea?: boolean;
}

/** A signed delivery as arguments of `fetch`. A payload that is a text is sent as it is. */
export function gitHubDelivery(
  event: string,
  payload: object | string,
  { isForm = false, id = randomUUID(), secret = webhookSecret, headers = {} }: Sent = {},
) {
  const json = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const body = isForm ? new URLSearchParams({ payload: json }).toString() : json;
  return {
    method: 'POST',
    headers: {
      accept: '*/*',
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-delivery': id,
      'x-github-event': event,
      'x-github-hook-id': '292430182',
      'x-github-hook-installation-target-id': '1000',
      'x-github-hook-installation-target-type': 'repository',
      'x-hub-signature': `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      ...headers,
    },
    body,
  };
}

interface About {
  full_name?: string;
  id?: number;
}

function common({ full_name = 'acme/board', id = 1000 }: About = {}) {
  return {
    repository: {
      id,
      node_id: `R_${id}`,
      name: full_name.replace(/.*\//, ''),
      full_name,
      private: false,
      html_url: `https://github.example/${full_name}`,
      default_branch: 'main',
      pushed_at: '2026-03-01T09:00:00Z',
    },
    sender: { id: 3, login: 'ada', type: 'User', site_admin: false },
  };
}

export const payloads = {
  ping: () => ({
    zen: 'Design for failure.',
    hook_id: 292430182,
    hook: { type: 'Repository', id: 292430182, events: ['*'] },
    ...common(),
  }),
  release: (action: string, over: Record<string, unknown> = {}, about?: About) => ({
    action,
    release: gitHubRelease(1, over),
    ...common(about),
  }),
  issues: (action: string, labels: string[], label?: string) => ({
    action,
    issue: gitHubIssue(1, { labels: labels.map((name) => gitHubLabel(name, 'd73a4a')) }),
    ...(label !== undefined && { label: gitHubLabel(label, 'd73a4a') }),
    ...common(),
  }),
  milestone: (action: string) => ({ action, milestone: gitHubMilestone(1), ...common() }),
  repository: (action: string) => ({ action, ...common() }),
  push: (
    files: Partial<Record<'added' | 'modified' | 'removed', string[]>>,
    over: object = {},
  ) => ({
    ref: 'refs/heads/main',
    before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
    after: '0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c',
    created: false,
    deleted: false,
    forced: false,
    base_ref: null,
    compare: 'https://github.example/acme/board/compare/6113728f27ae...0d1a26e67d8f',
    commits: [
      {
        id: '0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c',
        message: 'Change',
        timestamp: '2026-03-01T09:00:00Z',
        ...{ added: [], modified: [], removed: [], ...files },
      },
    ],
    pusher: { name: 'ada', email: null },
    ...common(),
    ...over,
  }),
  other: (action: string) => ({ action, ...common() }),
};
