import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createUploadQueue } from '../../../src/service/http/upload-queue.ts';
import { createKey } from '../../../src/service/keys/keys.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { apiKey, type Running, startService } from '../start.ts';
import { filesOf, formOf } from '../upload.ts';

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
  for (let n = 0; n < 4; n += 1) lifetimes.use(begin(service));
  // Answers to others show that the four have arrived.
  for (let n = 0; n < 4; n += 1) await service.get('/v1/workspace');
  return lifetimes;
}

test('four slow uploads of one key do not stop those of another', async () => {
  await using service = await startService();
  using _ = await beginFour(service);
  const { key } = await createKey(service.db, { name: 'Other' }, service.clock.now());
  const form = await formOf({ bytes: 'Words' });
  const headers = { ...form.headers, authorization: `Bearer ${key}` };
  expect((await service.call('/v1/files', { ...form, headers })).status).toBe(201);
});

/** An upload that is stored as soon as it is read. */
const uploadOf = (key: string, read: (signal: AbortSignal) => Promise<string>) => ({
  key,
  read: (_onBytes: unknown, signal: AbortSignal) => read(signal),
  store: async (text: string) => text,
});
/** A body that does not arrive. */
const stalled = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test('an upload behind four that have stalled is refused, but not one behind others', async () => {
  const clock = manualClock();
  const queue = createUploadQueue(clock);
  const held = [1, 2, 3, 4].map(() => queue(uploadOf('one', stalled)).catch(String));
  const behind = queue(uploadOf('one', async () => 'read'));
  const [arriving, arrived] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const busy = [1, 2, 3, 4].map(() =>
    queue({
      ...uploadOf('two', () => arriving.promise),
      async read(onBytes) {
        onBytes(1_000_000);
        arrived.resolve();
        return arriving.promise;
      },
    }),
  );
  const patient = queue(uploadOf('two', async () => 'read'));
  await arrived.promise;
  clock.advance(2000);
  await expect(behind).rejects.toThrow('Too many files are being sent with this key.');
  arriving.resolve('read');
  expect(await Promise.all([...busy, patient])).toEqual(Array(5).fill('read'));
  clock.advance(118_000);
  expect(await Promise.all(held)).toEqual(Array(4).fill(expect.stringContaining('120 seconds')));
  expect(await queue(uploadOf('one', async () => 'read'))).toBe('read');
});

test('an upload whose body does not arrive in two minutes is answered 503', async () => {
  await using service = await startService();
  using sending = begin(service);
  let isAnswered = false;
  sending.answered.then(() => {
    isAnswered = true;
  });
  await eventually(() => {
    service.clock.advance(120_000);
    return isAnswered;
  }).toBe(true);
  const answer = await sending.answered;
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
  expect(await json(answer)).toMatchObject({ error: expect.stringContaining('120 seconds') });
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
