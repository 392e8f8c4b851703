import { expect, test } from 'vitest';
import type { Db } from '../../../src/service/database/schema.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { testDatabase } from '../../support/postgres/test-database.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** Kinds as JavaScript sees them, by the names that the engines give theirs. */
const kinds: Record<string, string> = {
  TEXT: 'text',
  text: 'text',
  INTEGER: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  BLOB: 'bytes',
  bytea: 'bytes',
};

test('both engines have the same tables, with columns of the same kinds', async () => {
  await using folder = await tempFolder();
  await using database = await testDatabase();
  await using sqlite = await openDatabase({ engine: 'sqlite', file: `${folder.path}/x.db` });
  await using postgres = await openDatabase({ engine: 'postgres', url: database.url });
  const columns = await columnsOf(sqlite.db);
  expect(columns.length).toBeGreaterThan(90);
  expect(await columnsOf(postgres.db)).toEqual(columns);
});

async function columnsOf(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .flatMap(({ name: table, columns }) =>
      columns.map(({ name, dataType, isNullable }) => {
        // A primary key of SQLite is told as one that could be null, which a strict table refuses.
        const isNull = isNullable && name !== 'id';
        return `${table}.${name} ${kinds[dataType] ?? dataType}${isNull ? ' or null' : ''}`;
      }),
    )
    .sort();
}
