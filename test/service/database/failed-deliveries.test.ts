import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../src/service/database/schema.ts';
import { countFailed } from '../../../src/service/events/deliveries.ts';
import { addHook } from '../../../src/service/events/hooks.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { testDatabase } from '../../support/postgres/test-database.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { openFile } from '../open-file.ts';
import { explained, watchedQueries } from './explained.ts';

const at = '2026-01-01T00:00:00.000Z';

/** Adds `count` finished deliveries to a hook, of which one in a hundred failed. */
async function fill(db: Db, count: number): Promise<void> {
  const url = 'https://example.com/';
  const { id } = await addHook(db, { url, events: ['release.published'] }, new Date(at));
  await sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into event (id, name, payload, created_at)
    select 'e-' || n, 'release.published', '{}', ${at} from numbers`.execute(db);
  await sql`
    insert into delivery (event_id, hook_id, attempts, outcome)
    select id, ${id}, 1, case when id like '%00' then 'failed: x' else 'delivered' end
    from event`.execute(db);
}

test('failed deliveries are counted by an index in SQLite', async () => {
  await using folder = await tempFolder(inMemory);
  const file = join(folder.path, 'x.db');
  await using database = await openFile(file);
  await fill(database.db, 300);
  const { watched, steps } = explained(database.db, file);
  expect(await countFailed(watched)).toBe(3);
  expect(steps().map(({ detail }) => detail)).toEqual([
    'SCAN delivery USING INDEX delivery_failed',
  ]);
});

test('failed deliveries are counted by an index in PostgreSQL', async () => {
  await using store = await testDatabase();
  await using database = await openDatabase({ engine: 'postgres', url: store.url });
  const { db } = database;
  await fill(db, 10_000);
  await sql`analyze delivery`.execute(db);
  const { watched, queries } = watchedQueries(db);
  expect(await countFailed(watched)).toBe(100);
  const [query] = queries;
  const { rows } = await sql<{
    'QUERY PLAN': string;
  }>`explain ${sql.raw(query?.sql ?? '')}`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Scan (?:using|on) delivery_failed/);
  expect(plan).not.toContain('Seq Scan');
});
