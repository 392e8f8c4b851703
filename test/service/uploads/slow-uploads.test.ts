import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createKey } from '../../../src/service/keys/keys.ts';
import { eventually } from '../../support/eventually.ts';
import { apiKey, type Running, startService } from '../start.ts';
import { filesOf, formOf, upload } from '../upload.ts';

const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nWords';

/** An upload whose form has begun, but does not end. */
function begin(service: Running, { key = apiKey, boundary = 'boundary=b', sent = part } = {}) {
  const { promise: answered, resolve } = Promise.withResolvers<IncomingMessage>();
  const headers = {
    ...{ authorization: `Bearer ${key}`, 'content-length': '1000000' },
    'content-type': `multipart/form-data; ${boundary}`,
  };
  const outgoing = request(`${service.url}/v1/files`, { method: 'POST', headers }, resolve);
  outgoing.on('error', () => {}).write(sent);
  return { answered, [Symbol.dispose]: () => void outgoing.destroy() };
}

async function beginFour(service: Running) {
  const lifetimes = new DisposableStack();
  const four = [1, 2, 3, 4].map(() => lifetimes.use(begin(service)));
  // Answers to others show that the four have arrived.
  for (let n = 0; n < 4; n += 1) await service.get('/healthz');
  return { four, [Symbol.dispose]: () => lifetimes.dispose() };
}

test('four slow uploads of one key do not stop those of another', async () => {
  await using service = await startService();
  using _ = await beginFour(service);
  const { key } = await createKey(service.db, { name: 'Other' }, service.clock.now());
  const form = await formOf({ bytes: 'Words' });
  const headers = { ...form.headers, authorization: `Bearer ${key}` };
  expect((await service.call('/v1/files', { ...form, headers })).status).toBe(201);
});

test('an upload behind four that have stalled is answered 503, and the next one is accepted', async () => {
  await using service = await startService();
  const held = await beginFour(service);
  let status = 0;
  const waiting = upload(service, 'Words').then((answer) => {
    status = answer.status;
    return answer;
  });
  await eventually(() => {
    service.clock.advance(2000);
    return status;
  }).toBe(503);
  expect((await waiting).headers.get('retry-after')).toBe('1');
  held[Symbol.dispose]();
  expect((await upload(service, 'Words')).status).toBe(201);
  expect(await filesOf(service)).toHaveLength(1);
});

test('uploads whose bodies do not arrive in two minutes are answered 503', async () => {
  await using service = await startService();
  using held = await beginFour(service);
  service.clock.advance(119_000);
  expect((await service.get('/healthz')).status).toBe(200);
  service.clock.advance(1000);
  for (const { answered } of held.four) {
    const answer = await answered;
    expect(answer.statusCode).toBe(503);
    expect(await json(answer)).toMatchObject({ error: expect.stringContaining('120 seconds') });
  }
});

test.each(['boundary=b', 'boundary="b"', 'x="; boundary=zzz"; boundary=b'])(
  'a form with %s is refused at its second part, before the rest arrives',
  async (boundary) => {
    await using service = await startService();
    using sending = begin(service, { boundary, sent: `${part}\r\n`.repeat(2) });
    const answer = await sending.answered;
    expect(answer.statusCode).toBe(400);
    expect(await json(answer)).toMatchObject({ error: expect.stringContaining('one file') });
  },
);

test('a form whose type has the boundary after a quoted parameter is read', async () => {
  await using service = await startService();
  const headers = { 'content-type': 'multipart/form-data; x="; boundary=zzz"; boundary=b' };
  const init = { method: 'POST', headers, body: `${part}\r\n--b--\r\n` };
  expect((await service.call('/v1/files', init)).status).toBe(201);
});

test.each([
  ['a field and a file', `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n${part}`],
  ['a field', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'],
  ['a part without a name', '--b\r\n\r\nWords'],
  ['nothing', ''],
])('a form with %s is refused', async (_what, parts) => {
  await using service = await startService();
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const init = { method: 'POST', headers, body: `${parts}\r\n--b--\r\n` };
  expect(await service.call('/v1/files', init)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('one file') },
  });
  expect(await filesOf(service)).toEqual([]);
});
