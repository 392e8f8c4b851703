import { expect, test } from 'vitest';
import { z } from 'zod';
import { openServiceDatabase } from '../../../src/service/database/open.ts';
import { createKey, listKeys, revokeKey } from '../../../src/service/keys/keys.ts';
import { type Running, startService } from '../start.ts';

const statusWith = async (service: Running, key: string) =>
  (await service.call('/v1/workspace', { headers: { authorization: `Bearer ${key}` } })).status;

test('a created key lets in, at once, also when another process created it', async () => {
  await using service = await startService();
  using elsewhere = openServiceDatabase(service.file);
  const { key } = createKey(elsewhere, 'CI', new Date());
  expect(key).toMatch(/^wm_[0-9a-f]{64}$/);
  expect(await statusWith(service, key)).toBe(200);
});

test('a revoked key lets in no more, from the very next request', async () => {
  await using service = await startService();
  using elsewhere = openServiceDatabase(service.file);
  const { id, key } = createKey(elsewhere, 'CI', new Date());
  expect(await statusWith(service, key)).toBe(200);
  expect(revokeKey(elsewhere, id, new Date())).toBe(true);
  expect(await statusWith(service, key)).toBe(401);
  expect(revokeKey(elsewhere, id, new Date())).toBe(false);
});

test('neither a key nor anything that lets in is kept', async () => {
  await using service = await startService();
  const { key } = createKey(service.database, 'CI', new Date());
  const [row] = service.database.all(z.record(z.string(), z.unknown()), 'SELECT * FROM api_key');
  expect(JSON.stringify(row)).not.toContain(key.slice(3));
  expect(await statusWith(service, String(row?.sha256))).toBe(401);
});

test('keys are listed by their names, revoked ones too', async () => {
  await using service = await startService();
  const { id } = createKey(service.database, 'CI', new Date(0));
  createKey(service.database, 'Laptop', new Date(1));
  revokeKey(service.database, id, new Date(2));
  expect(listKeys(service.database)).toMatchObject([
    { name: 'CI', revoked_at: '1970-01-01T00:00:00.002Z' },
    { name: 'Laptop', revoked_at: null },
  ]);
});
