import type { Walk } from '../../../client/walk.ts';
import { oneLine, shorten } from '../../../lib/text/text.ts';
import type { EntryKind } from '../../../model/content/entry-kinds.ts';
import type { ReadBack } from './read-back.ts';
import type { Listing, WindowRow } from './read-window.ts';
import { type Named, namedLabels } from './refs.ts';

/** Reads all projects. If the state is not `complete`, some of them could not be read. */
export type ListedProjects = () => Promise<Pick<Walk<Named>, 'state'> & { rows: Named[] }>;

export interface SplitOptions {
  name: EntryKind;
  /** The known projects and labels. Rows may contain further projects and labels. */
  projects: ListedProjects;
  labels: readonly Named[];
}

/**
 * Reads older rows separately for each project and, within a project, for each label. Rows without
 * a project or label cannot be requested. If no such row was seen so far, it is assumed that there
 * are none.
 * @param from creation time in milliseconds since 1970
 */
export async function readSplit<Row extends WindowRow>(
  { name, projects, labels }: SplitOptions,
  { seen, full, ignored }: Listing<Row>,
  read: ReadBack,
  from: number,
): Promise<void> {
  const refs = () => Array.from(seen.values(), ({ refs = {} }: WindowRow) => refs);
  const listed = await projects();
  if (listed.state !== 'complete')
    full.push(`${name} of projects that are missing from the list of projects`);
  const knownProjects = () => [...listed.rows, ...refs().flatMap(({ project }) => project ?? [])];
  const knownLabels = () => [...labels, ...refs().flatMap(namedLabels)];
  const isIgnored = (filter: string) => () => ignored.has(filter);
  const splitByLabel = async (what: string, project: string | undefined, before: number) => {
    const within = project === undefined ? {} : { project_id: project };
    await forEachNamed(knownLabels, isIgnored('label_ids'), async (label) => {
      const missingBefore = await read({ ...within, label_ids: label.id }, before);
      if (missingBefore !== undefined) full.push(`${what} with label ${describeNamed(label)}`);
    });
    const members = refs().filter((row) => row.project?.id === project);
    if (members.some((row) => namedLabels(row).length === 0)) full.push(`${what} without labels`);
  };

  await forEachNamed(knownProjects, isIgnored('project_id'), async (project) => {
    const missingBefore = await read({ project_id: project.id }, from);
    const what = `${name} of project ${describeNamed(project)}`;
    if (missingBefore !== undefined) await splitByLabel(what, project.id, missingBefore);
  });
  if (refs().some(({ project }) => !project))
    await splitByLabel(`${name} without a project`, undefined, from);
  for (const filter of ignored)
    full.push(`${name} beyond the first 1,100, because the API ignores ${filter}`);
}

/**
 * Calls `readOne` for each project or label, including those that are found in rows while reading.
 * Stops once the API turns out to ignore the filter.
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

function describeNamed({ id, name }: Named): string {
  const known = shorten(oneLine(name ?? ''), 100);
  return known ? `“${known}”` : id;
}
