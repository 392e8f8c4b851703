import type { z } from 'zod';
import type { Label } from '../../../model/api/parts.ts';
import { LabelInput } from '../../contract/inputs.ts';
import { dropLinks, isLinkedTo, moveLinks } from '../../database/links.ts';
import { allLabels, findLabels } from '../parts.ts';
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
