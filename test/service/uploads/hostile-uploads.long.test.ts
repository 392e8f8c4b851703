import { type IncomingMessage, request } from 'node:http';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { apiKey, startService } from '../start.ts';
import { filesOf, formOf, upload } from '../upload.ts';

const megabyte = 1024 * 1024;
const pdfOf = (bytes: number) => Buffer.alloc(bytes, '%PDF-1.7\n');
const blank = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

test('a file of 20 MB is accepted', async () => {
  await using service = await startService();
  const { status, body } = await upload(service, pdfOf(20 * megabyte));
  expect([status, body.size]).toEqual([201, 20 * megabyte]);
  expect(await (await fetch(body.url)).bytes()).toHaveLength(20 * megabyte);
});

test.each([
  ['that says its length', (body: Uint8Array<ArrayBuffer>) => body],
  ['that does not', (body: Uint8Array<ArrayBuffer>) => new Blob([body]).stream()],
])('a file of 20 MB and one byte %s is refused with 413', async (_what, toBody) => {
  await using service = await startService();
  const form = await formOf({ bytes: pdfOf(20 * megabyte + 1) });
  const init = { ...form, body: toBody(form.body), duplex: 'half' };
  const { status, body } = await service.call('/v1/files', init);
  expect(status).toBe(413);
  expect(body.error).toContain('20971520 bytes');
  expect(await filesOf(service)).toEqual([]);
});

test('an endless body is read no further than the maximum size of a file', async () => {
  await using service = await startService();
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += megabyte;
      controller.enqueue(pdfOf(megabyte));
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const init = { method: 'POST', headers, body: endless, duplex: 'half' };
  // The service closes the connection after its answer, which the client may not have read by then.
  const status = await service.call('/v1/files', init).then(
    ({ status }) => status,
    () => 413,
  );
  expect(status).toBe(413);
  expect(sent).toBeLessThan(40 * megabyte);
});

test('a picture of 20,000 × 20,000 pixels is refused before it is decoded', async () => {
  await using service = await startService();
  // The pixels of a small picture below the header of a large one cannot be decoded.
  const picture = await blank(4);
  const header = picture.subarray(12, 29);
  header.writeUInt32BE(20_000, 4);
  header.writeUInt32BE(20_000, 8);
  picture.writeUInt32BE(crc32(header), 29);
  const { status, body } = await upload(service, picture);
  expect(status).toBe(400);
  expect(body.error).toContain('40 million pixels');
  expect(await filesOf(service)).toEqual([]);
});

test('bytes after the end of a picture are not stored', async () => {
  await using service = await startService();
  const secret = '<script>alert(document.domain)</script>PK\x05\x06';
  for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
    const picture = await sharp(await blank(4))
      .toFormat(format)
      .toBuffer();
    const { status, body } = await upload(service, Buffer.concat([picture, Buffer.from(secret)]));
    expect(status).toBe(201);
    const stored = Buffer.from(await (await fetch(body.url)).bytes());
    expect(stored.includes('script')).toBe(false);
    expect(stored.includes('PK\x05\x06')).toBe(false);
  }
});

test('a damaged JPEG is refused', async () => {
  await using service = await startService();
  const whole = await sharp(await blank(200))
    .jpeg()
    .toBuffer();
  for (const broken of [whole.subarray(0, whole.length / 2), Buffer.from(whole).fill(0xff, 300)]) {
    const { status, body } = await upload(service, broken);
    expect(status).toBe(400);
    expect(body.error).toMatch(/broken/);
  }
  expect(await filesOf(service)).toEqual([]);
});

test('thirty uploads at once are all accepted, with few in memory at a time', async () => {
  await using service = await startService();
  const { body, headers } = await formOf({ bytes: pdfOf(4 * megabyte) });
  const before = process.memoryUsage().arrayBuffers;
  // fetch() would copy the body for each request.
  const sending = Array.from({ length: 30 }, () => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const length = { 'content-length': String(body.length) };
    const outgoing = request(`${service.url}/v1/files`, post({ ...headers, ...length }), resolve);
    outgoing.on('error', reject).write(body.subarray(0, -1));
    return { outgoing, promise };
  });
  // Once memory has not grown for 50 requests, the service has read all it will read for now.
  let held = 0;
  for (let still = 0; still < 50; still += 1) {
    await service.get('/healthz');
    const now = process.memoryUsage().arrayBuffers - before;
    if (now > held) still = 0;
    held = Math.max(held, now);
  }
  expect(held).toBeLessThan(100 * megabyte);
  const statuses = sending.map(async ({ outgoing, promise }) => {
    outgoing.end(body.subarray(-1));
    return (await promise).resume().statusCode;
  });
  expect(await Promise.all(statuses)).toEqual(Array(30).fill(201));
  expect(await filesOf(service)).toHaveLength(30);
});

function post(headers: Record<string, string>) {
  return { method: 'POST', headers: { authorization: `Bearer ${apiKey}`, ...headers } };
}

test('uploads beyond the queue are answered 503 with Retry-After', async () => {
  await using service = await startService();
  using lifetimes = new DisposableStack();
  const answered = Array.from({ length: 70 }, () => {
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '1000',
    };
    const held = request(`${service.url}/v1/files`, post(headers), resolve);
    lifetimes.adopt(held, () => held.on('error', () => {}).destroy());
    // The rest is never sent: four uploads are being read, and 64 wait.
    held.write('--x\r\n');
    return promise;
  });
  const first = await Promise.race(answered);
  expect([first.statusCode, first.headers['retry-after']]).toEqual([503, '1']);
  expect((await service.get('/v1/releases')).status).toBe(200);
});
