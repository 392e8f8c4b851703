import type { z } from 'zod';
import type { Change } from '../../../model/api/parts.ts';
import type { ChangeType } from '../../../model/api/workspace.ts';
import { ChangeTypeInput } from '../../contract/inputs.ts';
import type { Db } from '../../database/schema.ts';
import { defined } from '../defined.ts';
import { mapChanges, titlesWithChanges } from '../releases/changes.ts';
import type { Kind } from './kind.ts';
import { referencesOf } from './references.ts';
import { typeList } from './workspace-types.ts';

const types = typeList('release_change_types');

/** Change types. A change either refers to a type or has its own title and colour. */
export const changeTypeKind: Kind<ChangeType, z.infer<typeof ChangeTypeInput>> = {
  one: 'change type',
  added: ChangeTypeInput,
  list: types.list,
  find: types.find,
  check: (db, { id, input }) => types.check(db, { id, title: input.title }),
  write: (db, { id, before, input }) =>
    types.write(db, { title: '', color: '', ...before, ...defined(input), id }),
  publicChange: ({ id }) => ({ kind: 'change_type', id }),
  references: {
    find: async (db, { id }) => referencesOf({ releases: await titlesWithChanges(db, id) }),
    move: (db, { from, to }) => mapTyped(db, from, (change) => ({ ...change, change_id: to.id })),
    // Changes of a removed type stay, and the title and colour of the type become fields of these
    // changes.
    drop: (db, type) =>
      mapTyped(db, type, ({ content }) => ({ title: type.title, color: type.color, content })),
  },
  remove: types.remove,
};

type TypedChange = Extract<Change, { change_id: string }>;

function mapTyped(db: Db, { id }: ChangeType, map: (change: TypedChange) => Change): Promise<void> {
  return mapChanges(db, id, (change) =>
    'change_id' in change && change.change_id === id ? map(change) : change,
  );
}
