import { digest } from '../../../lib/digest.ts';
import { foldName, oneLine } from '../../../lib/text/text.ts';
import { entryKinds } from '../../../model/content/entry-kinds.ts';
import type { NamedRef, SourceRow, SourceRows } from '../../../sources/source.ts';
import type { Content } from '../../../store/read/read-content.ts';
import type { Decisions } from '../decisions.ts';
import type { GateClock } from '../gate.ts';
import type { Owners } from './owners.ts';
import { settleDates } from './settle-dates.ts';
import { apiName, type Part } from './upstream.ts';

/**
 * The rows of all parts (sources). Projects or labels of the same name get the same id.
 * @param others names of the projects of entries that are not in these rows; `all` if unknown
 */
export function unifyNames(
  parts: readonly Part[],
  ofApi: readonly Decisions[],
  current: Content,
  others: readonly string[] | 'all',
  clock: GateClock,
): { part: Part; rows: SourceRows }[] {
  const all = parts.flatMap((part) =>
    part.rows ? [{ part, rows: settleDates(part.rows, current, clock) }] : [],
  );
  const rows = all.flatMap(({ rows }) => [...rows.releases, ...rows.milestones]);
  const own = rows.map(({ project }) => project);
  // The API's labels are only known from its changed releases, so the other ones are added.
  const apiIds = listApiIds(current, parts);
  const isOfApi = ({ id }: NamedRef) => apiIds.has(id);
  const apiProjects = ofApi.flatMap(({ projects }) => projects.rows);
  const apiLabels = ofApi.flatMap(({ labels }) => labels);
  const projects = findCanonicalNames(
    [...apiProjects, ...current.projects.filter(isOfApi)],
    own,
    current.projects,
  );
  const labels = findCanonicalNames(
    [...apiLabels, ...current.labels.filter(isOfApi)],
    rows.flatMap(listLabels),
    current.labels,
  );
  // If all entries have the same project, its name is not shown.
  const isShown =
    others === 'all' || new Set([...indexByName(own).keys(), ...others.map(foldName)]).size > 1;
  const rename = (row: SourceRow): SourceRow => ({
    ...row,
    project: isShown ? useCanonical(row.project, projects) : null,
    ...(Array.isArray(row.labels) && {
      labels: row.labels.map((label) => useCanonical(label, labels)),
    }),
  });
  return all.map(({ part, rows: { releases, milestones, ...rest } }) => ({
    part,
    rows: { ...rest, releases: releases.map(rename), milestones: milestones.map(rename) },
  }));
}

type Names = ReadonlyMap<string, NamedRef>;

/**
 * One project or label for each name, with the id that it had after the last sync. If the API has a
 * project or label of this name, the API's is used instead. The result must be the same after a
 * sync, when the content folder has the names: otherwise, every row would be prepared again.
 */
function findCanonicalNames(
  ofApi: readonly unknown[],
  own: readonly unknown[],
  current: readonly unknown[],
): Names {
  const former = indexByName(current);
  const written = [...indexByName(own)].map(([key, one]) => {
    return [key, continueName(one, former.get(key))] as const;
  });
  return new Map([...written, ...indexByName(ofApi)]);
}

function continueName(own: NamedRef, former: NamedRef | undefined): NamedRef {
  if (!former) return own;
  const { id, slug } = former;
  // The table keeps a slug that it made itself, from the name or with a hash of the id.
  const isMade = !own.slug || slug === `${own.slug}-${digest(id, 8)}`;
  return isMade ? { ...own, id } : { ...own, id, slug };
}

/** Ids of the projects and labels that entries of the API had after the last sync. */
function listApiIds(current: Content, parts: readonly Part[]): ReadonlySet<string> {
  if (!parts.some(({ api }) => api)) return new Set();
  return new Set(
    entryKinds.flatMap((kind) =>
      [...current[kind].values()].flatMap(({ id, project, labels }) =>
        (current.known[kind].get(id)?.from ?? apiName) === apiName
          ? [project ?? [], labels].flat()
          : [],
      ),
    ),
  );
}

/** Projects or labels by case-folded name. If several have the same name, the first is used. */
function indexByName(all: readonly unknown[]): Names {
  const entries = all.filter(isNamed).map(({ id, name, slug }) => {
    return [foldName(name), { id, name: oneLine(name), ...(slug && { slug }) }] as const;
  });
  return new Map(entries.toReversed());
}

// The functions below ignore values without a name, because rows of sources are validated later.

function listLabels({ labels }: SourceRow): readonly unknown[] {
  return Array.isArray(labels) ? labels : [];
}

function isNamed(value: unknown): value is NamedRef {
  return typeof (value as Partial<NamedRef> | null | undefined)?.name === 'string';
}

function useCanonical<T>(one: T, names: Names): T {
  return isNamed(one) ? { ...one, ...names.get(foldName(one.name)) } : one;
}

/**
 * Names of the projects of entries that stay on the site although their source failed or was
 * removed. `all` if the API is one of the sources.
 */
export function listOtherProjects(
  parts: readonly Part[],
  owners: Owners,
  current: Content,
  allowMassDelete: boolean,
): readonly string[] | 'all' {
  if (parts.some(({ api }) => api)) return 'all';
  const failed = parts.flatMap(({ name, failure }) => (failure ? [name] : []));
  const staying = new Set<string | undefined>([...failed, ...(allowMassDelete ? [] : [undefined])]);
  const used = new Set(
    entryKinds.flatMap((kind) =>
      [...current[kind].values()].flatMap(({ id, project }) =>
        project !== null && staying.has(owners[kind].get(id)) ? [project] : [],
      ),
    ),
  );
  return current.projects.flatMap(({ id, name }) => (used.has(id) && name ? [name] : []));
}
