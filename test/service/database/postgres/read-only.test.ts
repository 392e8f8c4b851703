import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createLog } from '../../../../src/lib/log.ts';
import { openDatabase } from '../../../../src/service/open-database.ts';
import { testDatabase } from '../../../support/postgres/test-database.ts';
import { startService } from '../../start.ts';

test('/readyz answers 503 once PostgreSQL has become read-only', async () => {
  await using postgres = await testDatabase();
  const location = { engine: 'postgres', url: postgres.url } as const;
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
  await using service = await startService({ store: { location }, log });
  expect((await service.get('/readyz')).status).toBe(200);
  {
    await using other = await openDatabase(location);
    const set = `alter database "${postgres.name}" set default_transaction_read_only = on`;
    await sql.raw(set).execute(other.db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db);
  }
  service.clock.advance(1000);
  expect((await service.get('/readyz')).status).toBe(503);
  // Other connections of the pool may have been terminated as well.
  await expect.poll(async () => (await service.get('/v1/workspace')).status).toBe(200);
  service.clock.advance(1000);
  expect((await service.get('/readyz')).status).toBe(503);
  expect(lines.join('')).toContain('PostgreSQL is read-only');
});
