import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { createLog } from '../../../src/lib/log.ts';
import { routes } from '../../../src/service/desk/desk.ts';
import type { Site } from '../../../src/service/desk/route.ts';
import { listActivities } from '../../../src/service/keys/activity.ts';
import { addUser, changeUser, makeLink } from '../../../src/service/keys/users.ts';
import { readRelease } from '../../../src/service/resources/releases/releases.ts';
import { signedIn, site, startDesk, visitorOf } from './visitor.ts';

const hour = 60 * 60_000;

test('a link signs in once, and only after its button, so that previews use none up', async () => {
  await using service = await startDesk();
  const user = await addUser(service.db, { name: 'Ada', role: 'writer' }, service.clock.now());
  const path = `/desk/sign-in/${await makeLink(service.db, user, service.clock.now())}`;
  const visitor = visitorOf(service);
  for (const _ of [1, 2, 3]) {
    const page = await visitor.get(path);
    expect(page.text).toContain('You are about to sign in as Ada');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  }
  expect((await visitor.get('/desk/')).status).toBe(401);
  expect((await visitor.submit(path, path)).status).toBe(200);
  expect((await visitor.get('/desk/you')).text).toContain('Ada, writer');
  const other = visitorOf(service);
  expect((await other.get(path)).status).toBe(410);
  expect((await other.post(path, {})).status).toBe(410);
  expect(other.cookie()).toBe('');
});

test('a link works for 30 minutes, and only until a newer one is made', async () => {
  await using service = await startDesk();
  const { db, clock } = service;
  const user = await addUser(db, { name: 'Ada', role: 'writer' }, clock.now());
  const [first, second] = [
    await makeLink(db, user, clock.now()),
    await makeLink(db, user, clock.now()),
  ];
  expect(Buffer.from(first, 'base64url')).toHaveLength(32);
  const status = async (link: string) =>
    (await visitorOf(service).get(`/desk/sign-in/${link}`)).status;
  expect(await status(first)).toBe(410);
  clock.advance(hour / 2 - 1);
  expect(await status(second)).toBe(200);
  clock.advance(1);
  expect(await status(second)).toBe(410);
});

test('the database has only digests of links and sessions', async () => {
  await using service = await startDesk();
  const { db, clock } = service;
  const visitor = await signedIn(service);
  const user = await addUser(db, { name: 'Bob', role: 'writer' }, clock.now());
  const link = await makeLink(db, user, clock.now());
  const stored = JSON.stringify([
    await db.selectFrom('desk_link').selectAll().execute(),
    await db.selectFrom('desk_session').selectAll().execute(),
    await listActivities(db, 100),
  ]);
  expect(stored).not.toContain(link);
  expect(stored).not.toContain(visitor.cookie().split('=')[1]);
});

test('a session ends after 12 hours without a request, and after 30 days at most', async () => {
  await using service = await startDesk();
  const idle = await signedIn(service, 'writer', 'idle');
  const busy = await signedIn(service, 'writer', 'busy');
  service.clock.advance(12 * hour - 1);
  expect((await busy.get('/desk/')).status).toBe(200);
  service.clock.advance(1);
  expect((await idle.get('/desk/')).status).toBe(401);
  for (let passed = 12; passed < 30 * 24 - 12; passed += 11) {
    expect((await busy.get('/desk/')).status).toBe(200);
    service.clock.advance(11 * hour);
  }
  service.clock.advance(11 * hour);
  expect((await busy.get('/desk/')).status).toBe(401);
});

test('the cookie is hidden from scripts and other sites, and bound to HTTPS where there is some', async () => {
  await using here = await startDesk();
  const setCookie = async (url: string, link: string, headers: Record<string, string>) => {
    const body = new URLSearchParams({ do: '' });
    const init = { method: 'POST', headers, body, redirect: 'manual' as const };
    return (await fetch(`${url}/desk/sign-in/${link}`, init)).headers.get('set-cookie');
  };
  const linkIn = async ({ db, clock }: typeof here) =>
    makeLink(db, await addUser(db, { name: 'Ada', role: 'writer' }, clock.now()), clock.now());
  expect(await setCookie(here.url, await linkIn(here), { origin: here.url })).toMatch(
    /^desk=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const publicUrl = 'https://api.example.com';
  await using behind = await startDesk({
    publicUrl,
    trustedProxies: ['127.0.0.1'],
    desk: { isOnlyHere: false },
  });
  const proxied = {
    origin: publicUrl,
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.7',
  };
  const secure = await setCookie(behind.url, await linkIn(behind), proxied);
  expect(secure).toMatch(/^__Host-desk=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});

test('signing in gives a new session, whatever cookie the browser had', async () => {
  await using service = await startDesk();
  const { db, clock } = service;
  const user = await addUser(db, { name: 'Ada', role: 'writer' }, clock.now());
  const fixed = visitorOf(service, 'desk=chosen-by-somebody-else');
  await fixed.post(`/desk/sign-in/${await makeLink(db, user, clock.now())}`, {});
  expect((await fixed.get('/desk/')).status).toBe(200);
  expect(fixed.cookie()).not.toContain('chosen-by-somebody-else');
  const former = visitorOf(service, fixed.cookie());
  await fixed.post(`/desk/sign-in/${await makeLink(db, user, clock.now())}`, {});
  expect((await former.get('/desk/')).status).toBe(401);
});

test('a user ends sessions of their own, and no others', async () => {
  await using service = await startDesk();
  const [first, second] = [
    await signedIn(service, 'writer', 'Ada'),
    await signedIn(service, 'writer', 'Ada'),
  ];
  const other = await signedIn(service, 'writer', 'Bob');
  const idOf = async (visitor: typeof first) => {
    const page = await visitor.get('/desk/you');
    return page.form('/desk/you/end').get('id') as string;
  };
  await first.post('/desk/you/end', { id: await idOf(other) });
  expect((await other.get('/desk/')).status).toBe(200);
  const rows = await service.db.selectFrom('desk_session').select('id').execute();
  expect(rows).toHaveLength(3);
  for (const name of ['End', 'Sign out']) {
    const { html, form } = await first.get('/desk/you');
    const buttons = [...html.matchAll(/<button [^>]*>([^<]+)/g)].map(([, text]) => text);
    await first.post('/desk/you/end', form('/desk/you/end', buttons.indexOf(name)));
  }
  expect((await second.get('/desk/')).status).toBe(401);
  expect(first.cookie()).toBe('');
});

test('another role, or removal, ends sessions and links at once, and the command and the desk name the keys', async () => {
  await using service = await startDesk();
  const { db, clock } = service;
  const [boss, ada] = [await signedIn(service), await signedIn(service, 'publisher', 'Ada')];
  await ada.submit('/desk/keys', '/desk/keys/create', { name: 'Robot' });
  expect((await boss.get('/desk/users')).text).toMatch(/Ada\s+publisher.*Robot/);
  await boss.post('/desk/users/change', { name: 'Ada', role: 'writer' });
  expect((await ada.get('/desk/')).status).toBe(401);
  const again = await signedIn(service, 'writer', 'Ada');
  expect((await again.get('/desk/you')).text).toContain('Ada, writer');
  await changeUser(db, 'Ada', { role: undefined, now: clock.now() });
  expect((await again.get('/desk/')).status).toBe(401);
  expect((await boss.get('/desk/users')).text).not.toMatch(/^Ada/m);
  expect((await boss.post('/desk/users/change', { name: 'publisher' })).status).toBe(422);
});

test('a user who is demoted while a form arrives does nothing with it', async () => {
  await using service = await startDesk();
  const [boss, ada] = [await signedIn(service), await signedIn(service, 'publisher', 'Ada')];
  const headers = {
    origin: service.url,
    cookie: ada.cookie(),
    'content-type': 'application/x-www-form-urlencoded',
    expect: '100-continue',
  };
  const sent = request(`${service.url}/desk/users/add`, { method: 'POST', headers });
  const answered = once(sent, 'response');
  sent.flushHeaders();
  await once(sent, 'continue');
  await boss.post('/desk/users/change', { name: 'Ada', role: 'writer' });
  sent.end('name=Eve&role=publisher');
  const [answer] = await answered;
  answer.resume();
  expect(answer.statusCode).toBe(401);
  expect((await boss.get('/desk/users')).text).not.toContain('Eve');
});

test('a user who is removed before the transaction begins changes nothing', async () => {
  let meanwhile = async () => {};
  const channels: Site['channels'] = (...given) => meanwhile().then(() => site.channels(...given));
  await using service = await startDesk({ desk: { site: { ...site, channels } } });
  const ada = await signedIn(service, 'publisher', 'Ada');
  const path = '/desk/releases/draft';
  const form = (await ada.get(path)).form(path);
  form.set('do', 'now');
  const { db, clock } = service;
  meanwhile = async () => void (await changeUser(db, 'Ada', { role: undefined, now: clock.now() }));
  expect((await ada.post(`${path}/publish`, form)).status).toBe(401);
  expect(await readRelease(db, 'draft')).toMatchObject({ status: 'DRAFT' });
});

test('a trusted proxy names the user; other headers, and users that are not added, are nobody', async () => {
  const trustedProxies = ['127.0.0.1'];
  const desk = { isOnlyHere: false, userHeader: 'x-user' };
  await using service = await startDesk({
    trustedProxies,
    desk,
    publicUrl: 'https://api.example.com',
  });
  await addUser(service.db, { name: 'Zoë', role: 'publisher' }, service.clock.now());
  const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
  const utf8 = Buffer.from('Zoë').toString('latin1');
  const visitor = visitorOf(service);
  expect((await visitor.get('/desk/you', { ...proxied, 'x-user': utf8 })).text).toContain('Zoë');
  expect((await visitor.get('/desk/you', { ...proxied, 'x-user': 'Bob' })).status).toBe(401);
  expect((await visitor.get('/desk/you', { 'x-user': utf8 })).status).toBe(401);
  await using plain = await startDesk({ desk: { ...desk, userHeader: undefined }, trustedProxies });
  await addUser(plain.db, { name: 'Bob', role: 'publisher' }, plain.clock.now());
  expect((await visitorOf(plain).get('/desk/you', { ...proxied, 'x-user': 'Bob' })).status).toBe(
    401,
  );
});

test.each([
  ['another host', { host: 'desk.evil.example' }],
  ['a forwarding header', { 'x-forwarded-for': '127.0.0.1' }],
  ['a proxy', { via: '1.1 proxy' }],
])('a desk for this machine alone does not answer requests for %s', async (_what, headers) => {
  await using service = await startDesk();
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${service.url}/desk/`, { headers }, ({ statusCode }) =>
      resolve(statusCode),
    );
    sent.on('error', reject).end();
  });
  expect(status).toBe(404);
});

test('every answer has a policy without unsafe sources, and cannot be framed by others', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  for (const { path, method } of routes.filter((route) => route.method === 'GET')) {
    const { headers } = await publisher.get(`/desk${path.replace(/:\w+/, 'x')}`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy, `${method} ${path}`).toMatch(/default-src 'none'.*frame-ancestors 'self'/);
    expect(policy).not.toContain('unsafe');
  }
});

test('no log has a session, a link or a key', async () => {
  const lines: string[] = [];
  const log = createLog({
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
  });
  await using service = await startDesk({ log });
  const { db, clock } = service;
  const user = await addUser(db, { name: 'Ada', role: 'publisher' }, clock.now());
  const link = await makeLink(db, user, clock.now());
  const visitor = visitorOf(service);
  await visitor.get(`/desk/sign-in/${link}`);
  await visitor.post(`/desk/sign-in/${link}`, {});
  const { html } = await visitor.submit('/desk/keys', '/desk/keys/create', { name: 'CI' });
  const [key = ''] = /wm_\w+/.exec(html) ?? [];
  await service.call('/v1/releases', { headers: { authorization: `Bearer ${key}` } });
  const said = lines.join('');
  expect(said).toContain('/desk/sign-in/{secret}');
  for (const secret of [link, visitor.cookie().split('=')[1] ?? '', key]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(said).not.toContain(secret);
  }
});

test('a form with more fields than any page has is too large, for anybody', async () => {
  await using service = await startDesk();
  const many = 'a=&'.repeat(6000);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: new URL(service.url).origin,
  };
  const answer = await fetch(`${service.url}/desk/keys/create`, {
    method: 'POST',
    body: many,
    headers,
  });
  expect(answer.status).toBe(413);
  expect((await answer.text()).length).toBeLessThan(20_000);
});
