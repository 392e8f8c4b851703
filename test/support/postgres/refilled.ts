import pg from 'pg';
import { type TestDatabase, testDatabase } from './test-database.ts';

/**
 * Returns databases filled by `fill`. When a test is done with a database, its tables are refilled
 * for the next test, because creating a database takes longer than most tests. They are removed
 * with PostgreSQL itself.
 */
export function refilledDatabases(
  fill: (database: TestDatabase) => Promise<unknown>,
): () => Promise<TestDatabase> {
  const free: TestDatabase[] = [];
  return async () => free.pop() ?? (await make());

  async function make(): Promise<TestDatabase> {
    const made = await testDatabase();
    await fill(made);
    const client = new pg.Client(made.url);
    // PostgreSQL may end before the test run does.
    client.on('error', () => {});
    await client.connect();
    await keepRows(client);
    const database: TestDatabase = {
      ...made,
      [Symbol.asyncDispose]: async () => {
        await client.query('SELECT kept.refill()');
        free.push(database);
      },
    };
    return database;
  }
}

/** Keeps a copy of every table, and creates a function that restores them. */
async function keepRows(client: pg.Client): Promise<void> {
  const tables = await client.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const names = tables.rows.map(({ name }) => name);
  const copies = names.map((name) => `CREATE TABLE kept.${name} AS TABLE public.${name}`);
  await client.query(['CREATE SCHEMA kept', ...copies].join(';'));
  const back = names.map(
    (name) => `DELETE FROM public.${name}; INSERT INTO public.${name} TABLE kept.${name}`,
  );
  // PostgreSQL keeps the plans of a function. As a replica, it checks no foreign keys, so the tables
  // can be filled in any order.
  await client.query(`SET session_replication_role = replica;
    CREATE FUNCTION kept.refill() RETURNS void LANGUAGE plpgsql AS 'BEGIN ${back.join(';')}; END'`);
}
