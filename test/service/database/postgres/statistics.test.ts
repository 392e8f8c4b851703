import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { importDataSet } from '../../../../src/service/data-set/import.ts';
import { openDatabase } from '../../../../src/service/open-database.ts';
import { hastyClock } from '../../../client/start-client.ts';
import { release, sample } from '../../sample.ts';
import { migratedStore } from '../../store.ts';

test('an import of many releases refreshes the statistics of filters by label', async () => {
  await using store = await migratedStore();
  await using database = await openDatabase(store.location);
  const { db } = database;
  const known = async () => {
    const { rows } = await sql`select attname from pg_stats
      where tablename = 'release_label' and attname = 'label_id'`.execute(db);
    return rows;
  };
  expect(await known()).toEqual([]);
  const releases = Array.from({ length: 1000 }, (_, n) => release(`r-${n}`));
  const options = { source: 'a data set', clock: hastyClock() };
  await importDataSet(db, { ...sample(), releases }, [], options);
  expect(await known()).toHaveLength(1);
});
