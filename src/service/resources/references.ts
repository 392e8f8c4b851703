import { randomUUID } from 'node:crypto';
import type { Change } from '../../model/api/parts.ts';
import type { Release } from '../../model/api/release.ts';
import type { UpdateRelease } from '../contract/requests.ts';
import type { Db } from '../database/schema.ts';
import { invalidFields } from '../refused-error.ts';
import { defined } from './defined.ts';
import { isSameTitle } from './kinds/workspace-types.ts';
import { findContributor, findLabels, findProject } from './parts.ts';
import { isSlugTaken } from './slugs.ts';
import { readWorkspace } from './workspace.ts';

/**
 * Finds the resources that the ids in a request body refer to, and checks that no other release has
 * the body's slug.
 * @throws RefusedError
 */
export async function resolveReferences(
  db: Db,
  releaseId: string,
  { project_id, label_ids, contributor_ids, changes, slug }: UpdateRelease,
): Promise<Partial<Pick<Release, 'project' | 'labels' | 'contributors' | 'changes'>>> {
  const project = project_id && (await findProject(db, project_id));
  const labels = label_ids && (await findLabels(db, label_ids));
  const contributors =
    contributor_ids &&
    (await Promise.all([...new Set(contributor_ids)].map((id) => findContributor(db, id))));
  const isTaken = slug !== undefined && (await isSlugTaken(db, 'release', { id: releaseId, slug }));
  const typed = changes && (await withTypes(db, changes));
  const problems = defined({
    slug: isTaken ? 'expected a slug that no release has' : undefined,
    project_id: project_id && !project ? 'expected the id of a project' : undefined,
    label_ids: labels?.includes(undefined) ? 'expected ids of labels' : undefined,
    contributor_ids: contributors?.includes(undefined) ? 'expected ids of contributors' : undefined,
    changes: typed?.includes(undefined) ? 'expected ids or titles of change types' : undefined,
  });
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return defined({
    project: project_id === null ? null : project || undefined,
    labels: labels?.filter((label) => label !== undefined),
    contributors: contributors?.filter((one) => one !== undefined),
    changes: typed?.filter((change) => change !== undefined),
  });
}

/** Adds to each change its type. A change with an unknown type becomes undefined. */
async function withTypes(
  db: Db,
  changes: NonNullable<UpdateRelease['changes']>,
): Promise<(Change | undefined)[]> {
  const { release_change_types: types } = await readWorkspace(db);
  return changes.map(({ id = randomUUID(), changeId, title = '', content }) => {
    const type = types.find((one) =>
      changeId === undefined ? isSameTitle(one.title, title) : one.id === changeId,
    );
    return type && { id, change_id: type.id, content };
  });
}
