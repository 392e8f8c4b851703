import { defined } from '../../lib/defined.ts';
import { Label, Project } from '../../model/api/parts.ts';
import type { Release } from '../../model/api/release.ts';
import type { UpdateRelease } from '../../model/api/requests.ts';
import { wordsOf } from '../database/engine.ts';
import type { Db } from '../database/schema.ts';
import { isSlugTaken } from './slugs.ts';
import { readWorkspace } from './workspace.ts';

export type Resolved =
  | { kind: 'resolved'; parts: Partial<Pick<Release, 'project' | 'labels' | 'changes'>> }
  | { kind: 'invalid'; details: Record<string, string> };

/**
 * Finds what a body refers to by id, and checks that its slug is free.
 */
export async function resolveReferences(
  db: Db,
  releaseId: string,
  { project_id, label_ids, changes, slug }: UpdateRelease,
): Promise<Resolved> {
  const project = project_id && (await findProject(db, project_id));
  const labels = label_ids && (await findLabels(db, label_ids));
  const isTaken = slug !== undefined && (await isSlugTaken(db, 'release', { id: releaseId, slug }));
  const areChangesKnown = !changes || (await areKnown(db, changes));
  const problems = defined({
    slug: isTaken ? 'expected a slug that no release has' : undefined,
    project_id: project_id && !project ? 'expected the id of a project' : undefined,
    label_ids: labels?.includes(undefined) ? 'expected ids of labels' : undefined,
    changes: areChangesKnown ? undefined : 'expected ids of change types',
  });
  if (Object.keys(problems).length > 0) return { kind: 'invalid', details: problems };
  const parts = defined({
    project: project_id === null ? null : project || undefined,
    labels: labels?.filter((label) => label !== undefined),
    changes: changes?.map(({ id, changeId, content }) => ({ id, change_id: changeId, content })),
  });
  return { kind: 'resolved', parts };
}

/** The project with this id. */
export async function findProject(db: Db, id: string): Promise<Project | undefined> {
  const row = await db
    .selectFrom('project')
    .select(['id', 'name', 'slug'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && Project.parse(row);
}

/** One for each id that is named, in their order; undefined for what is none. */
export async function findLabels(db: Db, ids: readonly string[]): Promise<(Label | undefined)[]> {
  const rows = await db
    .selectFrom('label')
    .select(['id', 'name', 'slug', 'color'])
    .where(wordsOf(db).isAmong('id', ids))
    .execute();
  const labels = new Map(rows.map((row) => [row.id, Label.parse(row)]));
  return [...new Set(ids)].map((id) => labels.get(id));
}

async function areKnown(db: Db, changes: readonly { changeId: string }[]): Promise<boolean> {
  const { release_change_types: types } = await readWorkspace(db);
  const known = new Set(types.map(({ id }) => id));
  return changes.every(({ changeId }) => known.has(changeId));
}
