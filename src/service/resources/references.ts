import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { defined } from '../../lib/defined.ts';
import { Label, Project } from '../../model/api/parts.ts';
import type { Release } from '../../model/api/release.ts';
import type { UpdateRelease } from '../../model/api/requests.ts';
import { readWorkspace } from './workspace.ts';

export type Resolved =
  | { kind: 'resolved'; parts: Partial<Pick<Release, 'project' | 'labels' | 'changes'>> }
  | { kind: 'invalid'; details: Record<string, string> };

/**
 * Finds what a body refers to by id, and checks that its slug is free. Imported releases may share
 * a slug, which is why the table does not forbid it; new ones may not.
 */
export function resolveReferences(
  database: Database,
  releaseId: string,
  { project_id, label_ids, changes, slug }: UpdateRelease,
): Resolved {
  const project = project_id && findProject(database, project_id);
  const labels = label_ids && findLabels(database, label_ids);
  const problems = defined({
    slug: isTaken(database, releaseId, slug) ? 'expected a slug that no release has' : undefined,
    project_id: project_id && !project ? 'expected the id of a project' : undefined,
    label_ids: labels?.includes(undefined) ? 'expected ids of labels' : undefined,
    changes: changes && !areKnown(database, changes) ? 'expected ids of change types' : undefined,
  });
  if (Object.keys(problems).length > 0) return { kind: 'invalid', details: problems };
  const parts = defined({
    project: project_id === null ? null : project || undefined,
    labels: labels?.filter((label) => label !== undefined),
    changes: changes?.map(({ id, changeId, content }) => ({ id, change_id: changeId, content })),
  });
  return { kind: 'resolved', parts };
}

function findProject(database: Database, id: string): Project | undefined {
  return database.get(Project, 'SELECT id, name, slug FROM project WHERE id = :id', { id });
}

function findLabels(database: Database, ids: string[]): (Label | undefined)[] {
  const sql = 'SELECT id, name, slug, color FROM label WHERE id = :id';
  return [...new Set(ids)].map((id) => database.get(Label, sql, { id }));
}

function areKnown(database: Database, changes: readonly { changeId: string }[]): boolean {
  const known = new Set(readWorkspace(database).release_change_types.map(({ id }) => id));
  return changes.every(({ changeId }) => known.has(changeId));
}

function isTaken(database: Database, releaseId: string, slug: string | undefined): boolean {
  const other = database.get(
    z.object({ id: z.string() }),
    'SELECT id FROM release WHERE slug = :slug AND id <> :releaseId',
    { slug: slug ?? null, releaseId },
  );
  return other !== undefined;
}
