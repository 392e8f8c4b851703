import { z } from 'zod';
import type { Api } from '../../client/endpoints.ts';
import type { OnRow, Walk } from '../../client/walk.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';
import { RowId } from '../../model/api/rows.ts';

// Takes a list of the API; gives all of its rows that can be reached.
// A list shows its rows 0–1,099 only: a longer one is read again by project, and by label.
// Never claims to be complete where a window stayed full.

export interface Listing {
  rows: unknown[];
  /** Two passes agreed on every window. */
  settled: boolean;
  /** In words: every window that stayed full, so that rows may be missing behind it. */
  full: string[];
  /** Names of filters that the API did not obey. */
  ignored: Set<string>;
}

/** All projects, as far as their list could be read. */
export type ListedProjects = () => Promise<{ rows: readonly Named[]; isWhole: boolean }>;

/** A project or label that can be asked for: nothing obeys a filter that no address can hold. */
const Named = z.object({ id: RowId, name: z.string().nullish().catch(undefined) });
export type Named = z.infer<typeof Named>;

interface ListOptions {
  api: Api;
  name: 'releases' | 'milestones';
  filters: Record<string, string>;
  /** All known projects and labels, apart from those that the rows name. */
  projects: ListedProjects;
  labels: readonly Named[];
  /** Told of rows as they come, some of them more than once and before it is known that they stay. */
  onRow?: OnRow;
}

/** What a row says of its project and labels, as far as that can be understood. */
const Refs = z.object({
  id: z.string().optional().catch(undefined),
  project: Named.nullish().catch(null),
  labels: z.array(Named.nullable().catch(null)).nullish().catch([]),
});
type Refs = z.infer<typeof Refs>;

/** @throws ApiError */
export async function listAll(options: ListOptions): Promise<Listing> {
  const listing: Listing = { rows: [], settled: true, full: [], ignored: new Set() };
  const seen = new Map<string, Seen>();
  const read = reader(options, listing, seen);
  const whole = await read({});
  if (whole.state === 'full') await split(options, listing, seen, read);
  listing.rows = [...seen.values()].map(({ row }) => row);
  return listing;
}

interface Seen {
  row: unknown;
  refs: Refs;
}

type Read = (filters: Record<string, string>) => Promise<Walk>;

/** Reads one window into the union; a filter that is not obeyed is noted. */
function reader(
  { api, name, filters, onRow }: ListOptions,
  listing: Listing,
  seen: Map<string, Seen>,
): Read {
  return async (more) => {
    const walk = await api.list(name, { ...filters, ...more }, onRow);
    if (walk.state === 'unsettled') listing.settled = false;
    for (const [index, row] of walk.rows.entries()) {
      const refs = Refs.safeParse(row).data ?? {};
      seen.set(refs.id ?? `${JSON.stringify(more)} ${index}`, { row, refs });
      for (const [filter, value] of Object.entries(more))
        if (!obeys(refs, filter, value)) listing.ignored.add(filter);
    }
    return walk;
  };
}

/**
 * Whether rows without a project (or label) lie behind a full window cannot be asked; that none
 * is among the thousand that were seen is taken for there being none.
 */
async function split(
  { name, projects, labels }: ListOptions,
  listing: Listing,
  seen: ReadonlyMap<string, Seen>,
  read: Read,
): Promise<void> {
  const refs = () => [...seen.values()].map((one) => one.refs);
  const listed = await projects();
  if (!listed.isWhole) listing.full.push(`${name} of projects that their list did not show`);
  const knownProjects = () => [...listed.rows, ...refs().flatMap(({ project }) => project ?? [])];
  const knownLabels = () => [...labels, ...refs().flatMap(labelsOf)];
  const isIgnored = (filter: string) => () => listing.ignored.has(filter);
  const splitByLabel = async (what: string, project: string | undefined) => {
    const within = project === undefined ? {} : { project_id: project };
    await forEachNamed(knownLabels, isIgnored('label_ids'), async (label) => {
      if ((await read({ ...within, label_ids: label.id })).state === 'full')
        listing.full.push(`${what} with label ${nameOf(label)}`);
    });
    const members = refs().filter((row) => row.project?.id === project);
    if (members.some((row) => labelsOf(row).length === 0))
      listing.full.push(`${what} without labels`);
  };

  await forEachNamed(knownProjects, isIgnored('project_id'), async (project) => {
    if ((await read({ project_id: project.id })).state === 'full')
      await splitByLabel(`${name} of project ${nameOf(project)}`, project.id);
  });
  if (refs().some(({ project }) => !project))
    await splitByLabel(`${name} without a project`, undefined);
  for (const filter of listing.ignored)
    listing.full.push(`${name} beyond the first 1,100, since the API does not obey ${filter}`);
}

/**
 * Reads the windows of all projects (or labels), also of those that rows name only
 * while others are read; it ends early where the filter turns out to be ignored.
 */
async function forEachNamed(
  known: () => Named[],
  isIgnored: () => boolean,
  readOne: (one: Named) => Promise<void>,
): Promise<void> {
  const done = new Set<string>();
  for (let open = known(); open.length > 0; open = known().filter(({ id }) => !done.has(id)))
    for (const one of open) {
      if (isIgnored()) return;
      if (done.has(one.id)) continue;
      done.add(one.id);
      await readOne(one);
    }
}

/** What readers of the report know it by. */
function nameOf({ id, name }: Named): string {
  const known = shorten(oneLine(name ?? ''), 100);
  return known ? `“${known}”` : id;
}

function labelsOf({ labels }: Refs): Named[] {
  return (labels ?? []).filter((label) => label !== null);
}

function obeys(refs: Refs, filter: string, value: string): boolean {
  if (filter === 'project_id') return refs.project?.id === value;
  return labelsOf(refs).some(({ id }) => id === value);
}
