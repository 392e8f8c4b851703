import { expect, test } from 'vitest';
import { createKey, listKeys, revokeKey } from '../../../src/service/keys/keys.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { type Running, startService } from '../start.ts';

const statusWith = async (service: Running, key: string) =>
  (await service.call('/v1/workspace', { headers: { authorization: `Bearer ${key}` } })).status;

test('a created key is accepted at once, even if another process created it', async () => {
  await using service = await startService();
  await using elsewhere = await openDatabase(service.location);
  const { key } = await createKey(elsewhere.db, { name: 'CI' }, new Date());
  expect(key).toMatch(/^wm_[0-9a-f]{64}$/);
  expect(await statusWith(service, key)).toBe(200);
});

test('a revoked key is refused from the next request on', async () => {
  await using service = await startService();
  await using elsewhere = await openDatabase(service.location);
  const { id, key } = await createKey(elsewhere.db, { name: 'CI' }, new Date());
  expect(await statusWith(service, key)).toBe(200);
  expect(await revokeKey(elsewhere.db, id, new Date())).toBe(true);
  expect(await statusWith(service, key)).toBe(401);
  expect(await revokeKey(elsewhere.db, id, new Date())).toBe(false);
});

test('a key is accepted until it expires, even if nothing is written meanwhile', async () => {
  await using service = await startService();
  const { clock } = service;
  const expires_at = new Date(clock.now().getTime() + 60_000).toISOString();
  const { key } = await createKey(service.db, { name: 'CI', expires_at }, clock.now());
  expect(await statusWith(service, key)).toBe(200);
  clock.advance(59_999);
  expect(await statusWith(service, key)).toBe(200);
  clock.advance(1);
  expect(await statusWith(service, key)).toBe(401);
  expect(await listKeys(service.db)).toMatchObject([{ expires_at }]);
});

test('neither a key nor anything usable in its place is stored', async () => {
  await using service = await startService();
  const { key } = await createKey(service.db, { name: 'CI' }, new Date());
  const [row] = await service.db.selectFrom('api_key').selectAll().execute();
  expect(JSON.stringify(row)).not.toContain(key.slice(3));
  expect(await statusWith(service, String(row?.sha256))).toBe(401);
});

test('keys are listed with their names, including revoked ones', async () => {
  await using service = await startService();
  const { id } = await createKey(service.db, { name: 'CI' }, new Date(0));
  await createKey(service.db, { name: 'Laptop' }, new Date(1));
  await revokeKey(service.db, id, new Date(2));
  expect(await listKeys(service.db)).toMatchObject([
    { name: 'CI', revoked_at: '1970-01-01T00:00:00.002Z' },
    { name: 'Laptop', revoked_at: null },
  ]);
});
