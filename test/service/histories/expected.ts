import type { Contributor, Label, Project } from '../../../src/model/api/parts.ts';
import type { Release } from '../../../src/model/api/release.ts';
import type { ChangeType, StatusType, Workspace } from '../../../src/model/api/workspace.ts';
import type {
  IncomingWebhook,
  Milestone,
  Subscriber,
  SubscriberList,
} from '../../../src/service/contract/resources.ts';
import type { DataSet } from '../../../src/service/data-set/schema.ts';

// The expected state of a service as plain maps, computed without the service's code. Maps keep the
// order of insertion, which is the order of types in the API.

/** A release or milestone that refers to its project, labels and contributors by id. */
type Linked<T> = Omit<T, 'project' | 'labels' | 'contributors'> & {
  project: string | null;
  labels: string[];
};
export type ModelRelease = Linked<Release> & { contributors: string[] };
export type ModelMilestone = Linked<Milestone>;
type ModelSubscriber = Omit<Subscriber, 'lists'> & { lists: string[] };
type ModelList = Omit<SubscriberList, 'subscriber_count'>;
type ModelWebhook = IncomingWebhook & { token: string };

export interface Model {
  workspace: Pick<Workspace, 'id' | 'name' | 'slug' | 'url'>;
  changeTypes: Map<string, ChangeType>;
  statusTypes: Map<string, StatusType>;
  projects: Map<string, Project>;
  labels: Map<string, Label>;
  contributors: Map<string, Contributor>;
  releases: Map<string, ModelRelease>;
  milestones: Map<string, ModelMilestone>;
  lists: Map<string, ModelList>;
  subscribers: Map<string, ModelSubscriber>;
  webhooks: Map<string, ModelWebhook>;
  /** Names. */
  files: Set<string>;
  /** Since when nothing has referred to each unused file, in milliseconds since 1970. */
  unused: Map<string, number>;
}

/** The expected state after an import. */
export function modelOf(data: DataSet, files: readonly { name: string }[]): Model {
  const { release_change_types, roadmap_status_types, ...workspace } = data.workspace;
  const links = ({ project, labels }: Pick<Release, 'project' | 'labels'>) => ({
    project: project?.id ?? null,
    labels: labels.map(({ id }) => id),
  });
  const contributors = (all: readonly { id: string }[]) => all.map(({ id }) => id);
  return {
    workspace,
    changeTypes: byId(release_change_types),
    statusTypes: byId(roadmap_status_types),
    projects: byId(data.projects),
    labels: byId(data.labels),
    contributors: byId(data.contributors),
    releases: byId(
      data.releases.map((one) => ({
        ...one,
        ...links(one),
        contributors: contributors(one.contributors),
      })),
    ),
    milestones: byId(data.milestones.map((one) => ({ ...one, ...links(one) }))),
    lists: byId(data.subscriber_lists.map(({ subscriber_count, ...list }) => list)),
    subscribers: byId(
      data.subscribers.map((one) => ({ ...one, lists: one.lists.map(({ id }) => id) })),
    ),
    webhooks: byId(
      data.incoming_webhooks.map((one) => ({ ...one, token: one.url.split('/').at(-1) ?? '' })),
    ),
    files: new Set(files.map(({ name }) => name)),
    unused: new Map(),
  };
}

/** The expected export of this state. */
export function exportOf(model: Model): DataSet {
  return {
    workspace: {
      ...model.workspace,
      release_change_types: [...model.changeTypes.values()],
      roadmap_status_types: [...model.statusTypes.values()],
    },
    projects: byName(model.projects),
    labels: byName(model.labels),
    contributors: byName(model.contributors),
    releases: newestFirst([...model.releases.values()]).map((one) => ({
      ...one,
      ...resolved(model, one),
      contributors: among(model.contributors, one.contributors),
    })),
    milestones: newestFirst([...model.milestones.values()]).map((one) => ({
      ...one,
      ...resolved(model, one),
    })),
    subscribers: newestFirst([...model.subscribers.values()]).map((one) => ({
      ...one,
      lists: among(model.lists, one.lists).map(({ id, name }) => ({ id, name })),
    })),
    subscriber_lists: byName(model.lists).map((list) => ({
      ...list,
      subscriber_count: [...model.subscribers.values()].filter(({ lists }) =>
        lists.includes(list.id),
      ).length,
    })),
    incoming_webhooks: [...model.webhooks.values()]
      .toSorted((a, b) => compare(b.createdAt, a.createdAt) || compare(a.id, b.id))
      .map(({ token, ...one }) => one),
  };
}

/**
 * The expected answers of the API, by path; URLs of its own files and webhooks begin with `origin`.
 */
export function answersOf(model: Model, origin: string): Record<string, unknown> {
  const { workspace, projects, contributors, subscribers, ...data } = exportOf(model);
  const absolute = (url: string) => (url.startsWith('/') ? `${origin}${url}` : url);
  return {
    '/v1/workspace': workspace,
    '/v1/projects?limit=100': projects,
    '/v1/contributors?limit=100': contributors,
    '/v1/subscribers?limit=100': subscribers,
    '/v1/milestones?limit=100': data.milestones,
    '/v1/releases?limit=100': data.releases.map(({ hero, ...release }) => ({
      ...release,
      hero: hero && { ...hero, url: absolute(hero.url) },
    })),
    '/v1/incoming-webhooks?limit=100': data.incoming_webhooks.map((one) => ({
      ...one,
      url: `${origin}/incoming/${model.webhooks.get(one.id)?.token}`,
    })),
  };
}

/** Removes the files to which only the removed item referred. */
export function forgetFilesOf(model: Model, gone: object): void {
  const { releases, milestones, contributors } = model;
  const rest = [releases, milestones, contributors].flatMap((all): object[] => [...all.values()]);
  const refers = (one: object, name: string) => JSON.stringify(one).includes(`/files/${name}`);
  for (const name of model.files)
    if (refers(gone, name) && !rest.some((one) => one !== gone && refers(one, name)))
      model.files.delete(name);
}

/** Size and type of a stored file: uploads have five letters, the initial files three bytes. */
export function storedFile(name: string): { size: number; type: string } {
  if (name.endsWith('.txt')) return { size: 5, type: 'text/plain; charset=utf-8' };
  return { size: 3, type: name.endsWith('.png') ? 'image/png' : 'application/pdf' };
}

/** The names of the files that an item refers to. */
export function referredNames({ files, releases, milestones, contributors }: Model): string[] {
  const all = JSON.stringify([releases, milestones, contributors].map((one) => [...one.values()]));
  return [...files].filter((name) => all.includes(`/files/${name}`)).sort();
}

/**
 * Removes files that were unused for a day and that the service has removed as well, then notes
 * which files are unused now.
 */
export function forgetUnused(model: Model, stored: Set<string>, now: Date): void {
  const { files, unused } = model;
  for (const [name, at] of unused)
    if (now.getTime() - at > 24 * 60 * 60_000 && !stored.has(name)) files.delete(name);
  const used = referredNames(model);
  for (const name of [...unused.keys()])
    if (used.includes(name) || !files.has(name)) unused.delete(name);
  for (const name of files)
    if (!used.includes(name) && !unused.has(name)) unused.set(name, now.getTime());
}

/** The complete project and labels of a release or milestone. */
export function resolved(model: Model, { project, labels }: Linked<object>) {
  return {
    project: (project !== null && model.projects.get(project)) || null,
    labels: among(model.labels, labels),
  };
}

export function among<T>(all: ReadonlyMap<string, T>, ids: readonly string[]): T[] {
  return ids.flatMap((id) => all.get(id) ?? []);
}

function byName<T extends { id: string; name: string }>(all: ReadonlyMap<string, T>): T[] {
  return [...all.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
}

function newestFirst<T extends { id: string; created_at: string }>(all: T[]): T[] {
  return all.toSorted((a, b) => compare(b.created_at, a.created_at) || compare(a.id, b.id));
}

function byId<T extends { id: string }>(all: readonly T[]): Map<string, T> {
  return new Map(all.map((one) => [one.id, one]));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
