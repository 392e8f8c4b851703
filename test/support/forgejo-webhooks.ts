import { createHmac, randomUUID } from 'node:crypto';
import { forgejoRelease, forgejoUser } from './forge-rows.ts';
import { type Sent, webhookSecret } from './github-webhooks.ts';

// Deliveries of Forgejo's and Gitea's webhooks after their documentation ("Webhooks") and schemas
// ("ReleasePayload", "PushPayload", "Repository").

/** A signed delivery as arguments of `fetch`. Gitea sends the same without the headers of Forgejo. */
export function forgejoDelivery(
  event: string,
  payload: object | string,
  { isForm = false, id = randomUUID(), secret = webhookSecret, headers = {}, isGitea }: Sent = {},
) {
  const json = typeof payload === 'string' ? payload : JSON.stringify(payload, null, 2);
  const body = isForm ? new URLSearchParams({ payload: json }).toString() : json;
  // The payload is signed, also in a form.
  const signature = createHmac('sha256', secret).update(json).digest('hex');
  const vendors = [...(isGitea ? [] : ['forgejo']), 'gitea', 'gogs'];
  return {
    method: 'POST',
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      'user-agent': 'Go-http-client/1.1',
      'x-github-delivery': id,
      'x-github-event': event,
      'x-hub-signature': `sha1=${createHmac('sha1', secret).update(json).digest('hex')}`,
      'x-hub-signature-256': `sha256=${signature}`,
      ...Object.fromEntries(
        vendors.flatMap((vendor) => [
          [`x-${vendor}-delivery`, id],
          [`x-${vendor}-event`, event],
          [`x-${vendor}-event-type`, event],
          [`x-${vendor}-signature`, signature],
        ]),
      ),
      ...headers,
    },
    body,
  };
}

interface About {
  full_name?: string;
  id?: number;
  instance?: string;
}

function common({
  full_name = 'acme/board',
  id = 1000,
  instance = 'https://forgejo.example',
}: About = {}) {
  const [owner = '', name] = full_name.split('/');
  return {
    repository: {
      ...{ id, name, full_name, owner: forgejoUser(owner, 9), description: '', empty: false },
      ...{ private: false, fork: false, default_branch: 'main', internal: false },
      html_url: `${instance}/${full_name}`,
      clone_url: `${instance}/${full_name}.git`,
      updated_at: '2026-03-01T09:00:00Z',
    },
    sender: forgejoUser('ada', 3),
  };
}

export const forgejoPayloads = {
  release: (action: string, over: Record<string, unknown> = {}, about?: About) => ({
    action,
    release: forgejoRelease(1, over),
    ...common(about),
  }),
  push: (
    files: Partial<Record<'added' | 'modified' | 'removed', string[] | null>>,
    over: object = {},
  ) => ({
    ref: 'refs/heads/main',
    before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
    after: '0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c',
    compare_url: 'https://forgejo.example/acme/board/compare/6113728f27ae...0d1a26e67d8f',
    commits: [
      { id: '0d1a26e67d', message: 'Change', added: [], modified: [], removed: [], ...files },
    ],
    total_commits: 1,
    head_commit: null,
    pusher: forgejoUser('ada', 3),
    ...common(),
    ...over,
  }),
  other: (action: string) => ({ action, ...common() }),
};
