import type { Api, ReadPage } from '../../client/endpoints.ts';
import { UnreadableRow, type Walk } from '../../client/walk.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';
import type { ListedRow, Named, Refs } from './list-rows.ts';

// Takes a list of the API; gives all of its rows that can be reached.
// A list shows its rows 0–1,099 only: a longer one is read again by project, and by label.
// Never claims to be complete where a window stayed full.

export interface Listing<Row> {
  rows: (ListedRow<Row> | UnreadableRow)[];
  /** Two passes agreed on every window. */
  settled: boolean;
  /** In words: every window that stayed full, so that rows may be missing behind it. */
  full: string[];
  /** Names of filters that the API did not obey. */
  ignored: Set<string>;
}

/** All projects, as far as their list could be read. */
export type ListedProjects = () => Promise<{ rows: readonly Named[]; isWhole: boolean }>;

interface ListOptions<Row> {
  api: Api;
  name: 'releases' | 'milestones';
  filters: Record<string, string>;
  /** All known projects and labels, apart from those that the rows name. */
  projects: ListedProjects;
  labels: readonly Named[];
  /** Told of pages as they come, before it is known that their rows stay. */
  readPage: ReadPage<ListedRow<Row>>;
}

/** @throws ApiError */
export async function listAll<Row>(options: ListOptions<Row>): Promise<Listing<Row>> {
  const listing: Listing<Row> = { rows: [], settled: true, full: [], ignored: new Set() };
  const seen: Seen<Row> = new Map();
  const read = reader(options, listing, seen);
  const whole = await read({});
  if (whole.state === 'full') await split(options, listing, seen, read);
  listing.rows = [...seen.values()];
  return listing;
}

/** Rows by id, and those without one by their place. */
type Seen<Row> = Map<string, ListedRow<Row> | UnreadableRow>;

type Read = (filters: Record<string, string>) => Promise<Pick<Walk<unknown>, 'state'>>;

/** Reads one window into the union; a filter that is not obeyed is noted. */
function reader<Row>(
  { api, name, filters, readPage }: ListOptions<Row>,
  listing: Listing<Row>,
  seen: Seen<Row>,
): Read {
  return async (more) => {
    const walk = await api.list(name, { ...filters, ...more }, readPage);
    if (walk.state === 'unsettled') listing.settled = false;
    for (const [index, row] of walk.rows.entries()) {
      const id = row instanceof UnreadableRow ? undefined : row.id;
      seen.set(id ?? `${JSON.stringify(more)} ${index}`, row);
      for (const [filter, value] of Object.entries(more))
        if (!obeys(refsOf(row), filter, value)) listing.ignored.add(filter);
    }
    return walk;
  };
}

/**
 * Whether rows without a project (or label) lie behind a full window cannot be asked; that none
 * is among the thousand that were seen is taken for there being none.
 */
async function split<Row>(
  { name, projects, labels }: ListOptions<Row>,
  listing: Listing<Row>,
  seen: Readonly<Seen<Row>>,
  read: Read,
): Promise<void> {
  const refs = () => [...seen.values()].map(refsOf);
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

function refsOf(row: ListedRow<unknown> | UnreadableRow): Refs {
  return row instanceof UnreadableRow ? {} : row.refs;
}

function labelsOf({ labels }: Refs): Named[] {
  return (labels ?? []).filter((label) => label !== null);
}

function obeys(refs: Refs, filter: string, value: string): boolean {
  if (filter === 'project_id') return refs.project?.id === value;
  return labelsOf(refs).some(({ id }) => id === value);
}
