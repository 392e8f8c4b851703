import { sql } from 'kysely';
import type { z } from 'zod';
import type { Contributor, Label, Project } from '../../../model/api/parts.ts';
import { ContributorInput, LabelInput, ProjectInput } from '../../contract/inputs.ts';
import { dropLinks, isLinkedTo, moveLinks } from '../../database/links.ts';
import type { Db } from '../../database/schema.ts';
import { removeFilesOf } from '../file-uses.ts';
import {
  allLabels,
  findContributor,
  findLabels,
  findProject,
  listContributors,
  listProjects,
} from '../parts.ts';
import { checkSlug } from '../slugs.ts';
import type { Kind } from './kind.ts';
import { referencesOf, titlesWhere, writePart } from './references.ts';

const links = ['release_label', 'milestone_label'] as const;

export const labelKind: Kind<Label, z.infer<typeof LabelInput>> = {
  one: 'label',
  added: LabelInput,
  list: allLabels,
  find: async (db, id) => (await findLabels(db, [id]))[0],
  check: (db, { id, input }) => checkSlug(db, 'label', { id, slug: input.slug }),
  write: writePart('label', { name: '', slug: '', color: '' }),
  publicChange: ({ id }) => ({ kind: 'label', id }),
  references: {
    find: async (db, { id }) =>
      referencesOf({
        releases: await titlesWhere(db, 'release', isLinkedTo('release_label', id)),
        milestones: await titlesWhere(db, 'milestone', isLinkedTo('milestone_label', id)),
      }),
    async move(db, { from, to }) {
      for (const table of links) await moveLinks(db, table, { from: from.id, to: to.id });
    },
    async drop(db, { id }) {
      for (const table of links) await dropLinks(db, table, id);
    },
  },
  async remove(db, { id }) {
    await db.deleteFrom('label').where('id', '=', id).execute();
  },
};

export const projectKind: Kind<Project, z.infer<typeof ProjectInput>> = {
  one: 'project',
  added: ProjectInput,
  list: (db) => listProjects(db),
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

export const contributorKind: Kind<Contributor, z.infer<typeof ContributorInput>> = {
  one: 'contributor',
  added: ContributorInput,
  list: (db) => listContributors(db),
  find: findContributor,
  write: writePart('contributor', { name: '', avatar_url: null }),
  publicChange: ({ id }) => ({ kind: 'contributor', id }),
  references: {
    find: async (db, { id }) =>
      referencesOf({
        releases: await titlesWhere(db, 'release', isLinkedTo('release_contributor', id)),
      }),
    move: (db, { from, to }) => moveLinks(db, 'release_contributor', { from: from.id, to: to.id }),
    drop: (db, { id }) => dropLinks(db, 'release_contributor', id),
  },
  async remove(db, contributor) {
    await db.deleteFrom('contributor').where('id', '=', contributor.id).execute();
    await removeFilesOf(db, 'contributor', contributor);
  },
};
