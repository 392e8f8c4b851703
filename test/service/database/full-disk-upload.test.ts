import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startService } from '../start.ts';
import { filesOf, upload } from '../upload.ts';

const pdf = Buffer.alloc(1024 * 1024, '%PDF-1.7\n');

test('an upload on a full disk is answered with 503, and nothing is stored', async () => {
  await using service = await startService();
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(service.db);
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 20)}`.execute(
    service.db,
  );
  const { status, headers } = await upload(service, pdf);
  expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(await filesOf(service)).toEqual([]);
  await sql`pragma max_page_count = ${sql.lit(1_000_000)}`.execute(service.db);
  expect((await upload(service, pdf)).status).toBe(201);
});
