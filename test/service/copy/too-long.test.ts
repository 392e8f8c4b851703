import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { copyDatabase } from '../../../src/service/copy/copy-database.ts';
import { schemaTables } from '../../../src/service/copy/tables.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { limitsOfService } from '../../../src/service/database/postgres/limits.ts';
import { openPostgres } from '../../../src/service/database/postgres/open.ts';
import { noise } from '../../support/postgres/noise.ts';
import { testDatabase } from '../../support/postgres/test-database.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openFile } from '../open-file.ts';
import { sample } from '../sample.ts';

async function fileAndPostgres() {
  const lifetimes = new AsyncDisposableStack();
  const { path } = lifetimes.use(await tempFolder());
  const { db: from } = lifetimes.use(await openFile(join(path, 'x.db'), { isExclusive: true }));
  const { url } = lifetimes.use(await testDatabase());
  const { db: to } = lifetimes.use(await openPostgres(url, limitsOfService));
  await importDataSet(from, sample(), []);
  return { from, to, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

test('names values that are too long for an index of PostgreSQL without showing them', async () => {
  await using place = await fileAndPostgres();
  const { from, to } = place;
  const long = noise(9000);
  const id = noise(3000);
  await from.updateTable('milestone').set({ status: long }).where('id', '=', 'first').execute();
  await from.updateTable('release').set({ slug: long }).where('id', '=', 'draft').execute();
  await from.updateTable('subscriber').set({ email: long }).where('id', '=', 'u-1').execute();
  await from.updateTable('incoming_webhook').set({ token: long }).where('id', '=', 'i-r').execute();
  await from.insertInto('project').values({ id, name: 'P', slug: 'p' }).execute();
  const refusal: Error = await copyDatabase(from, to).then(
    () => new Error('it copied'),
    (error) => error,
  );
  expect(refusal).toMatchObject({ name: 'SettingsError', exitCode: 2 });
  for (const named of ['milestone first, status', 'release draft, slug', 'subscriber u-1, email'])
    expect(refusal.message).toContain(`${named}: holds 9000 bytes, in an index`);
  expect(refusal.message).toContain('incoming_webhook i-r, token: holds 9000 bytes');
  expect(refusal.message).toContain('…, id: holds 3000 bytes');
  expect(refusal.message.split('\n').filter((line) => line.includes('holds'))).toHaveLength(5);
  expect(refusal.message).not.toContain(long.slice(0, 20));
  expect(refusal.message).not.toContain(id.slice(0, 70));
  expect(await to.selectFrom('project').select('id').execute()).toEqual([]);
});

test('a value that just fits into an index is copied, and one byte more is refused', async () => {
  await using place = await fileAndPostgres();
  const { from, to } = place;
  const { id, created_at, project_id } = await from
    .selectFrom('milestone')
    .select(['id', 'created_at', 'project_id'])
    .where('id', '=', 'first')
    .executeTakeFirstOrThrow();
  const room = 2600 - `${id}${created_at}${project_id}`.length;
  const give = (status: string) =>
    from.updateTable('milestone').set({ status }).where('id', '=', id).execute();
  await give(noise(room + 1));
  await expect(copyDatabase(from, to)).rejects.toThrow('milestone first, status');
  await give(noise(room));
  // The index on a release's labels holds two ids.
  const label = { id: noise(2600 - 'oldest'.length), name: 'L', slug: noise(2600), color: '#000' };
  await from.insertInto('label').values(label).execute();
  const link = { release_id: 'oldest', label_id: label.id, position: 9 };
  await from.insertInto('release_label').values(link).execute();
  await copyDatabase(from, to);
  const copied = to.selectFrom('label').selectAll().where('id', '=', label.id);
  expect(await copied.execute()).toEqual([{ ...label, changed_at: null }]);
});

test('the columns of each PostgreSQL index are also in an index of the SQLite file', async () => {
  await using place = await fileAndPostgres();
  const { to } = place;
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select t.relname as "table", array_agg(a.attname::text order by a.attname) as columns
    from pg_index i
    join pg_class t on t.oid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and (a.attnum = any (i.indkey)
      or i.indexprs is not null and exists (
        select 1 from pg_depend d where d.objid = i.indexrelid
        and d.refobjid = i.indrelid and d.refobjsubid = a.attnum))
    where t.relnamespace = 'public'::regnamespace
    group by t.relname, i.indexrelid`.execute(to);
  const tables = new Map((await schemaTables()).map((table) => [table.name, table]));
  const copied = rows.filter(({ table }) => tables.has(table));
  expect(copied.length).toBeGreaterThan(30);
  expect(copied).toContainEqual({ table: 'subscriber', columns: ['email'] });
  const without = copied.filter(({ table, columns }) => {
    const indexes = tables.get(table)?.indexes ?? [];
    return !indexes.some((index) => columns.every((column) => index.includes(column)));
  });
  expect(without).toEqual([]);
});
