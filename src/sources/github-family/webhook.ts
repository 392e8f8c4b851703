import { matchesGlob } from 'node:path';
import { z } from 'zod';
import {
  type ForgeEntry,
  type LocalPath,
  nameOf,
  pathsOf,
  type SourceEntry,
} from '../../config/sources-file.ts';
import type { Repositories } from '../../model/content/sync-state.ts';

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
  /** The id of a repository in the state, and its name in `sources.yaml`, in any case of letters. */
  placeOf(repository: ForgePayload['repository']): { id: string; name: string };
}

export type WebhookHeaders = ReturnType<typeof headersOf>;

/**
 * The names that forges agree on. `signature` has the HMAC-SHA256 of what is signed in hex, perhaps
 * after `sha256=`, and `delivery` the id of the delivery, which stays when the forge repeats it.
 * @param vendor in lower case
 */
export function headersOf(vendor: string, signature = `x-${vendor}-signature`) {
  return { signature, event: `x-${vendor}-event`, delivery: `x-${vendor}-delivery` };
}

export interface ForgeEvent {
  /** Such as `release.published`. */
  type: string;
  /**
   * Whether it can change the site: its repository is listed, and so is its subject.
   * @param known the repositories of the last sync; a renamed one has another name in `sources.yaml`
   */
  concernsSite(sources: readonly SourceEntry[], known: Repositories): boolean;
}

function maybe<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined);
}

const Label = z.object({ name: z.string() });
const Paths = z.array(z.string()).catch([]);

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
  { name: forge, placeOf }: ForgeWebhook,
  event: string,
  payload: unknown,
): ForgeEvent | undefined {
  const { data } = ForgePayload.safeParse(payload);
  const isShown = data && subjects.get(event)?.(data);
  if (!isShown) return undefined;
  const { id, name } = placeOf(data.repository);
  return {
    type: [event, data.action].filter(Boolean).join('.').slice(0, maxTypeLength),
    concernsSite: (sources, known) => {
      const names = [`${forge} ${name}`, known[id]?.source].map((one) => one?.toLowerCase());
      const isIts = (one: string) => names.includes(one.toLowerCase());
      const own = sources.filter((entry) => isIts(nameOf(entry)));
      const files = sources.filter((entry) => {
        const linked = 'repository' in entry ? entry.repository : undefined;
        return linked === undefined ? own.length > 0 : isIts(`${forge} ${linked}`);
      });
      return isShown(own as ForgeEntry[], files.flatMap(pathsOf));
    },
  };
}

const maxTypeLength = 100;

/**
 * Whether a site shows the subject of an event.
 * @param own the sources that are the repository
 * @param files the files and folders of sources that are in it
 */
type IsShown = (own: readonly ForgeEntry[], files: readonly LocalPath[]) => boolean;

const ifListed: IsShown = (own) => own.length > 0;

const subjects = new Map<string, (payload: ForgePayload) => IsShown | undefined>([
  ['release', readRelease],
  ['milestone', () => (own) => own.some(({ roadmap }) => roadmap === 'milestones')],
  ['repository', ({ action }) => (action === 'privatized' ? ifListed : undefined)],
  ['issues', readIssue],
  ['push', readPush],
]);

function readRelease({ action, release }: ForgePayload): IsShown | undefined {
  // The action `created` is about a draft, or it precedes `published`.
  const isOfDraft = release?.draft && action !== 'unpublished';
  return isOfDraft || action === 'created' ? undefined : ifListed;
}

/** A push lists at most this many commits, unless it says how many it has. */
const maxCommits = 2048;

/** A push to the default branch is shown if it changed a file of a source. */
function readPush(push: ForgePayload): IsShown | undefined {
  const { commits, total_commits: total, repository } = push;
  if (push.ref !== `refs/heads/${repository.default_branch}`) return undefined;
  const isWhole = (all: unknown[]) =>
    !push.forced && (total === undefined ? all.length < maxCommits : all.length >= total);
  // Without the paths of all commits, each file may have changed.
  const changed =
    commits && isWhole(commits)
      ? commits.flatMap(({ added, modified, removed }) => [...added, ...modified, ...removed])
      : undefined;
  return (_own, files) =>
    files.some(({ path, kind }) => {
      // The folder of `sources.yaml` may be any folder of the repository.
      const pattern = `{,**/}${path}${kind === 'file' ? '' : '/**'}`;
      return changed?.some((one) => matchesGlob(one, pattern)) ?? true;
    });
}

/** An issue is shown by the labels that it has, gets or loses. Forgejo does not name those that it lost. */
function readIssue({ action, issue, label }: ForgePayload): IsShown {
  const labels = [...(issue?.labels ?? []), ...(label ? [label] : [])];
  const names = labels.map(({ name }) => name.toLowerCase());
  const isAny = /^label_/.test(action ?? '');
  return (own) =>
    own.some(
      ({ roadmap }) =>
        typeof roadmap === 'object' && (isAny || names.includes(roadmap.issues.toLowerCase())),
    );
}
