import { oneLine } from '../../lib/text/text.ts';
import type { Named, SourceRow, SourceRows } from '../../sources/source.ts';

type Names = ReadonlyMap<string, Named>;

export interface KnownNames {
  projects: readonly Named[];
  labels: readonly Named[];
}

/** Projects and labels by their names, case aside; the first of each name counts. */
function namesIn(
  all: readonly {
    id: string;
    name?: string | null | undefined;
    slug?: string | null | undefined;
  }[],
): Names {
  const names = new Map<string, Named>();
  for (const { id, name, slug } of all) {
    if (typeof name !== 'string') continue;
    if (!names.has(fold(name))) names.set(fold(name), { id, name, ...(slug && { slug }) });
  }
  return names;
}

/**
 * The rows of sources with one project, and one label, of each name.
 * @param known from the API, whose ids and names count, and from the content folder, whose ids do
 * @param others names of projects that entries outside these rows show; all: they may have any
 */
export function withCanonicalNames(
  all: readonly SourceRows[],
  known: { ofApi: KnownNames; current: KnownNames },
  others: readonly string[] | 'all',
): SourceRows[] {
  const rows = all.flatMap(({ releases, milestones }) => [...releases, ...milestones]);
  const own = rows.flatMap(({ project }) => (isNamed(project) ? [project] : []));
  const projects = namesOf(known.ofApi.projects, own, known.current.projects);
  const ownLabels = rows.flatMap((row) => labelsOf(row).filter(isNamed));
  const labels = namesOf(known.ofApi.labels, ownLabels, known.current.labels);
  // A site with one project does not show it.
  const isShown =
    others === 'all' || new Set([...own.map(({ name }) => name), ...others].map(fold)).size > 1;
  const named = (row: SourceRow): SourceRow => ({
    ...row,
    project: isShown ? canonical(row.project, projects) : null,
    ...(Array.isArray(row.labels) && {
      labels: distinct(row.labels.map((label) => canonical(label, labels))),
    }),
  });
  return all.map((one) => ({
    ...one,
    releases: one.releases.map(named),
    milestones: one.milestones.map(named),
  }));
}

/** Names as they are written now, with the ids that they had. */
function namesOf(ofApi: readonly Named[], own: readonly Named[], current: readonly Named[]): Names {
  const [api, former] = [namesIn(ofApi), namesIn(current)];
  const written = [...namesIn(own)].map(([key, one]) => {
    const { id, slug } = former.get(key) ?? one;
    return [key, { ...one, id, ...(slug && { slug }) }] as const;
  });
  return new Map([...written, ...api]);
}

// Rows of a data set are checked after this: what has no name is left as it is.

function labelsOf({ labels }: SourceRow): readonly unknown[] {
  return Array.isArray(labels) ? labels : [];
}

function isNamed(value: unknown): value is Named {
  return typeof (value as Partial<Named> | null | undefined)?.name === 'string';
}

function canonical<T>(one: T, names: Names): T {
  return isNamed(one) ? { ...one, ...names.get(fold(one.name)) } : one;
}

function distinct<T>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [(one as Partial<Named> | null)?.id ?? one, one])).values()];
}

function fold(name: string): string {
  return oneLine(name).toLowerCase();
}
