import { sql } from 'kysely';
import type { z } from 'zod';
import type { Project } from '../../../model/api/parts.ts';
import { ProjectInput } from '../../contract/inputs.ts';
import type { Db } from '../../database/schema.ts';
import { findProject, listProjects } from '../parts.ts';
import { checkSlug } from '../slugs.ts';
import type { Kind } from './kind.ts';
import { referencesOf, titlesWhere, writePart } from './references.ts';

export const projectKind: Kind<Project, z.infer<typeof ProjectInput>> = {
  one: 'project',
  added: ProjectInput,
  list: (db) => listProjects(db, {}),
  find: findProject,
  check: (db, { id, input }) => checkSlug(db, 'project', { id, slug: input.slug }),
  write: writePart('project', { name: '', slug: '' }),
  publicChange: ({ id }) => ({ kind: 'project', id }),
  references: {
    find: async (db, { id }) =>
      referencesOf({
        releases: await titlesWhere(db, 'release', sql`project_id = ${id}`),
        milestones: await titlesWhere(db, 'milestone', sql`project_id = ${id}`),
      }),
    move: (db, { from, to }) => giveAll(db, from.id, to.id),
    drop: (db, { id }) => giveAll(db, id, null),
  },
  async remove(db, { id }) {
    await db.deleteFrom('project').where('id', '=', id).execute();
  },
};

/**
 * Does not change `updated_at`, because pages show it as the time when the text was last edited.
 */
async function giveAll(db: Db, from: string, project_id: string | null): Promise<void> {
  for (const table of ['release', 'milestone'] as const)
    await db.updateTable(table).set({ project_id }).where('project_id', '=', from).execute();
}
