import { expect, test } from 'vitest';
import { createKey, listKeys } from '../../../src/service/keys/keys.ts';
import { eventually } from '../../support/eventually.ts';
import { sample } from '../sample.ts';
import { migratedStore } from '../store.ts';
import { signedIn, startDesk, visitorOf } from './visitor.ts';

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

test('a key is shown once, works at once, and is refused from the next request on when it is revoked', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const values = { name: 'The site’s CI', expires: '2031-01-31' };
  const made = await publisher.submit('/desk/keys', '/desk/keys/create', values);
  const [key = ''] = /wm_[0-9a-f]{64}/.exec(made.text) ?? [];
  expect(made.headers.get('cache-control')).toBe('no-store');
  expect((await service.call('/v1/workspace', bearer(key))).status).toBe(200);
  const page = await publisher.get('/desk/keys');
  expect(page.html).not.toContain(key);
  expect(page.text).toMatch(/The site’s CI\s+publisher\s.*until 2031-01-31 23:59 UTC/);
  await publisher.submit('/desk/keys', '/desk/keys/revoke');
  expect((await service.call('/v1/workspace', bearer(key))).status).toBe(401);
  expect((await publisher.get('/desk/keys')).text).toContain('revoked');
});

test('the list has the key of the environment, and the day on which each key was used last', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const { key } = await createKey(service.db, { name: 'CI' }, service.clock.now());
  const row = async () => (await publisher.get('/desk/keys')).text;
  expect(await row()).toMatch(/The key of the environment\s+the server/);
  expect(await row()).toMatch(/CI\s+a command\s.*\snever\s+valid/);
  await service.call('/v1/workspace', bearer(key));
  const day = service.clock.now().toISOString().slice(0, 10);
  await eventually(row).toMatch(new RegExp(`CI\\s.*\\s${day}\\s+valid`));
  await using without = await startDesk({ apiKey: undefined });
  expect((await (await signedIn(without)).get('/desk/keys')).text).not.toContain(
    'key of the environment',
  );
});

test('a form that is sent twice makes one key', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const form = (await publisher.get('/desk/keys')).form('/desk/keys/create');
  form.set('name', 'CI');
  expect((await publisher.post('/desk/keys/create', form)).text).toContain('wm_');
  expect((await publisher.post('/desk/keys/create', form)).text).toContain('sent twice');
  expect(await listKeys(service.db)).toHaveLength(1);
});

test.each([
  ['name', '', 'Give the key a name'],
  ['name', ' \u200b ', 'Give the key a name'],
  ['name', 'x'.repeat(256), 'Give the key a name'],
  ['expires', '2020-01-01', 'Choose a day that is not over'],
  ['expires', 'soon', 'Choose a day that is not over'],
])('%s %j comes back filled, with the message beside the field', async (name, value, why) => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const page = await publisher.submit('/desk/keys', '/desk/keys/create', {
    name: 'CI',
    [name]: value,
  });
  expect(page.status).toBe(422);
  expect(page.html).toMatch(new RegExp(`id="${name}-problem">${why}`));
  expect(page.form('/desk/keys/create').get('name')).toBe(name === 'name' ? value : 'CI');
  expect(await listKeys(service.db)).toEqual([]);
});

test('the log says who made and revoked keys, and what keys changed', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service, 'publisher', 'Ada');
  await publisher.submit('/desk/keys', '/desk/keys/create', { name: 'CI' });
  const { key } = await createKey(service.db, { name: 'Robot' }, service.clock.now());
  const body = JSON.stringify({ title: 'By a robot', slug: 'by-a-robot', status: 'DRAFT' });
  const type = { 'content-type': 'application/json' };
  const { headers } = bearer(key);
  const created = await service.call('/v1/releases', {
    method: 'POST',
    body,
    headers: { ...headers, ...type },
  });
  await service.send('DELETE', `/v1/releases/${created.body.id}`);
  await service.get('/v1/releases');
  const { text } = await publisher.get('/desk/more/log');
  expect(text).toMatch(/Ada\s+created a key\s+key_\S+ CI/);
  expect(text).toMatch(new RegExp(`key Robot\\s+POST /v1/releases\\s+${created.body.id}`));
  expect(text).toMatch(
    new RegExp(`key API_KEY\\s+DELETE /v1/releases/\\{id\\}\\s+${created.body.id}`),
  );
  expect(text).not.toContain('GET');
});

test('what is revoked or ended on one instance is refused by every other at once', async () => {
  await using store = await migratedStore();
  await using first = await startDesk({ data: sample(), store });
  await using second = await startDesk({ data: sample(), store });
  const publisher = await signedIn(first);
  const made = await publisher.submit('/desk/keys', '/desk/keys/create', { name: 'CI' });
  const [key = ''] = /wm_[0-9a-f]{64}/.exec(made.text) ?? [];
  const status = async () => (await second.call('/v1/workspace', bearer(key))).status;
  expect(await status()).toBe(200);
  await publisher.submit('/desk/keys', '/desk/keys/revoke');
  expect(await status()).toBe(401);
  const ada = await signedIn(first, 'publisher', 'Ada');
  const elsewhere = visitorOf(second, ada.cookie());
  expect((await elsewhere.get('/desk/')).status).toBe(200);
  await publisher.post('/desk/users/change', { name: 'Ada', role: 'writer' });
  expect((await elsewhere.get('/desk/')).status).toBe(401);
});
