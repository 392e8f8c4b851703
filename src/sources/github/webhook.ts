import { z } from 'zod';
import type { ForgeEvent, ForgeWebhook } from '../forge/webhook.ts';

/** GitHub's webhooks: "Webhook events and payloads", "Validating webhook deliveries". */
export const gitHubWebhook: ForgeWebhook = {
  name: 'github',
  headers: {
    signature: 'x-hub-signature-256',
    event: 'x-github-event',
    delivery: 'x-github-delivery',
  },
  read: (event, payload) => {
    const { data } = Payload.safeParse(payload);
    const subject = data && subjects.get(event)?.(data);
    if (!subject) return undefined;
    const { id, full_name: name } = data.repository;
    return { repository: { id: String(id), name }, subject };
  },
};

const Paths = z.array(z.string()).catch([]);
const Payload = z.object({
  action: z.string().optional().catch(undefined),
  repository: z.object({ id: z.int(), full_name: z.string(), default_branch: z.string() }),
  release: z.object({ draft: z.boolean() }).optional().catch(undefined),
  ref: z.string().optional().catch(undefined),
  forced: z.boolean().default(false).catch(true),
  commits: z
    .array(z.object({ added: Paths, modified: Paths, removed: Paths }))
    .optional()
    .catch(undefined),
});
type Payload = z.infer<typeof Payload>;

/** A push lists at most this many commits. */
const maxCommits = 2048;

type Read = (payload: Payload) => ForgeEvent['subject'] | undefined;
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
  [
    'push',
    ({ ref, forced, commits, repository }) => {
      if (ref !== `refs/heads/${repository.default_branch}`) return undefined;
      const isWhole = commits !== undefined && commits.length < maxCommits && !forced;
      const paths = commits?.flatMap((one) => [...one.added, ...one.modified, ...one.removed]);
      return { kind: 'files', paths: isWhole ? paths : undefined };
    },
  ],
]);
