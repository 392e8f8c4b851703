import { z } from 'zod';
import type { ForgeEntry } from '../../config/sources-file.ts';

/** All that distinguishes the webhooks of a forge: the names of its headers and fields. */
export interface ForgeWebhook {
  /** Key of its sources in `sources.yaml`, and the end of its address: `/webhooks/github`. */
  name: string;
  /** Name of the setting with its secret. */
  secret: 'WEBHOOK_GITHUB_SECRET' | 'WEBHOOK_FORGEJO_SECRET';
  /** Names of headers, in lower case. Those whose signature a delivery has count; the first are the usual ones. */
  headers: readonly [WebhookHeaders, ...WebhookHeaders[]];
  /** Whether it signs the payload of a form, and not the form. */
  signsPayload: boolean;
  /** Whether two events never have the same body, because it has the time of the last edit. */
  hasTime: boolean;
  /** How `sources.yaml` and the state name a repository. */
  nameOf(repository: ForgePayload['repository']): ForgeEvent['repository'];
}

export interface WebhookHeaders {
  /** HMAC-SHA256 of what is signed in hex, perhaps after `sha256=`. */
  signature: string;
  event: string;
  /** The id of the delivery, which stays when the forge repeats it. */
  delivery: string;
}

/** The names that forges agree on. @param vendor in lower case */
export function headersOf(vendor: string, signature = `x-${vendor}-signature`): WebhookHeaders {
  return { signature, event: `x-${vendor}-event`, delivery: `x-${vendor}-delivery` };
}

export interface ForgeEvent {
  /** Key of the forge's sources in `sources.yaml`. */
  forge: string;
  /** The name is in the form of `sources.yaml`, in any case of letters. */
  repository: { id: string; name: string };
  /** Such as `release.published`. */
  type: string;
  subject: EventSubject;
}

type EventSubject =
  /** Whether a source of the repository shows the subject. */
  | { isShown(source: ForgeEntry): boolean }
  /** The files that a push to the default branch changed; undefined if it does not list them all. */
  | { paths: readonly string[] | undefined };

function maybe<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined);
}

const Label = z.object({ name: z.string() });
const Paths = z.array(z.string()).nullish().catch(null);

/** The fields of a delivery that forges have in common. */
const ForgePayload = z.object({
  action: maybe(z.string()),
  repository: z.object({
    id: z.int(),
    full_name: z.string(),
    default_branch: z.string(),
    html_url: z.string().default('').catch(''),
  }),
  release: maybe(z.object({ draft: z.boolean() })),
  ref: maybe(z.string()),
  forced: z.boolean().default(false).catch(true),
  commits: maybe(z.array(z.object({ added: Paths, modified: Paths, removed: Paths }))),
  issue: maybe(z.object({ labels: z.array(Label).default([]) })),
  label: maybe(Label),
  total_commits: maybe(z.int()),
});
type ForgePayload = z.infer<typeof ForgePayload>;

/**
 * Reads an event that can change what is public. Undefined for any other event.
 * @param payload the parsed body, which may have any form
 */
export function readForgeEvent(
  { name: forge, nameOf }: ForgeWebhook,
  event: string,
  payload: unknown,
): ForgeEvent | undefined {
  const { data } = ForgePayload.safeParse(payload);
  const subject = data && subjects.get(event)?.(data);
  if (!subject) return undefined;
  const type = [event, data.action].filter(Boolean).join('.').slice(0, maxTypeLength);
  return { forge, repository: nameOf(data.repository), type, subject };
}

const maxTypeLength = 100;

const always: EventSubject = { isShown: () => true };

type ReadSubject = (payload: ForgePayload) => EventSubject | undefined;
const subjects = new Map<string, ReadSubject>([
  [
    'release',
    ({ action, release }) => {
      // The action `created` is about a draft, or it precedes `published`.
      const isOfDraft = release?.draft && action !== 'unpublished';
      return isOfDraft || action === 'created' ? undefined : always;
    },
  ],
  ['milestone', () => ({ isShown: ({ roadmap }) => roadmap === 'milestones' })],
  ['repository', ({ action }) => (action === 'privatized' ? always : undefined)],
  ['issues', readIssue],
  ['push', readPush],
]);

/** A push lists at most this many commits, unless it says how many it has. */
const maxCommits = 2048;

/** The files that a push to the default branch changed. */
function readPush({
  ref,
  forced,
  commits,
  total_commits: total,
  repository,
}: ForgePayload): EventSubject | undefined {
  if (ref !== `refs/heads/${repository.default_branch}`) return undefined;
  const count = commits?.length ?? -1;
  const isWhole = !forced && (total === undefined ? count < maxCommits : count >= total);
  const paths = commits?.flatMap(({ added, modified, removed }) =>
    [added, modified, removed].flatMap((part) => part ?? []),
  );
  return { paths: isWhole ? paths : undefined };
}

/** An issue is shown by the labels that it has, gets or loses. Forgejo does not name those that it lost. */
function readIssue({ action, issue, label }: ForgePayload): EventSubject {
  const labels = [...(issue?.labels ?? []), ...(label ? [label] : [])];
  const names = labels.map(({ name }) => name.toLowerCase());
  const isAny = /^label_/.test(action ?? '');
  return {
    isShown: ({ roadmap }) =>
      typeof roadmap === 'object' && (isAny || names.includes(roadmap.issues.toLowerCase())),
  };
}
