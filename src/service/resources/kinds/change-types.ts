import { sql } from 'kysely';
import { z } from 'zod';
import { Change } from '../../../model/api/parts.ts';
import type { ChangeType } from '../../../model/api/workspace.ts';
import { ChangeTypeInput } from '../../contract/inputs.ts';
import { json } from '../../database/columns.ts';
import type { Db } from '../../database/schema.ts';
import { defined } from '../defined.ts';
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

function isOfType(change: Change, change_id: string): change is TypedChange {
  return 'change_id' in change && change.change_id === change_id;
}

const Row = z.object({ id: z.string(), title: z.string(), changes: json(z.array(Change)) });
type Row = z.infer<typeof Row>;

/** Titles of the releases that have changes of a type. */
async function titlesWithChanges(db: Db, change_id: string): Promise<string[]> {
  const titles: string[] = [];
  for await (const { title } of withChanges(db, change_id)) titles.push(title);
  return titles;
}

/**
 * Applies `map` to all changes of a type. `map` keeps the text, so `updated_at` of the releases does
 * not change.
 */
async function mapTyped(
  db: Db,
  { id: change_id }: ChangeType,
  map: (change: TypedChange) => Change,
): Promise<void> {
  for await (const { id, changes } of withChanges(db, change_id)) {
    const mapped = changes.map((one) => (isOfType(one, change_id) ? map(one) : one));
    const row = db.updateTable('release').set({ changes: JSON.stringify(mapped) });
    await row.where('id', '=', id).execute();
  }
}

const maxAtOnce = 200;

/**
 * Reads the releases that have changes of a type. Reads in batches, because releases may be long.
 */
async function* withChanges(db: Db, change_id: string): AsyncGenerator<Row> {
  const written = JSON.stringify(change_id);
  let last = '';
  for (;;) {
    const rows = await db
      .selectFrom('release')
      .select(['id', 'title', 'changes'])
      .where('id', '>', last)
      // Text search is faster than parsing JSON in the database. Releases that match by accident
      // are filtered out below.
      .where(sql<boolean>`replace(changes, ${written}, '') <> changes`)
      .orderBy('id')
      .limit(maxAtOnce)
      .execute();
    const parsed = rows.map((row) => Row.parse(row));
    yield* parsed.filter(({ changes }) => changes.some((one) => isOfType(one, change_id)));
    last = parsed.at(-1)?.id ?? '';
    if (parsed.length < maxAtOnce) return;
  }
}
