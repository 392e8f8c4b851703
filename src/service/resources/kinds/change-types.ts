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

function mapTyped(db: Db, { id }: ChangeType, map: (change: TypedChange) => Change): Promise<void> {
  return mapChanges(db, id, (change) =>
    'change_id' in change && change.change_id === id ? map(change) : change,
  );
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
 * Applies `map` to all changes of every release that has changes of the type. `map` keeps the text,
 * so `updated_at` does not change.
 */
async function mapChanges(
  db: Db,
  change_id: string,
  map: (change: Change) => Change,
): Promise<void> {
  for await (const { id, changes } of withChanges(db, change_id))
    await db
      .updateTable('release')
      .set({ changes: JSON.stringify(changes.map(map)) })
      .where('id', '=', id)
      .execute();
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
    yield* parsed.filter(({ changes }) =>
      changes.some((one) => 'change_id' in one && one.change_id === change_id),
    );
    last = parsed.at(-1)?.id ?? '';
    if (parsed.length < maxAtOnce) return;
  }
}
