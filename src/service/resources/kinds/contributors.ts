import type { z } from 'zod';
import type { Contributor } from '../../../model/api/parts.ts';
import { ContributorInput } from '../../contract/inputs.ts';
import { dropLinks, isLinkedTo, moveLinks } from '../../database/links.ts';
import { removeFilesOf } from '../files.ts';
import { findContributor, listContributors } from '../parts.ts';
import type { Kind } from './kind.ts';
import { referencesOf, titlesWhere, writePart } from './references.ts';

export const contributorKind: Kind<Contributor, z.infer<typeof ContributorInput>> = {
  one: 'contributor',
  added: ContributorInput,
  list: (db) => listContributors(db, {}),
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
    await removeFilesOf(db, contributor);
  },
};
