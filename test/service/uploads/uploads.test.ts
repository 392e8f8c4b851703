import sharp from 'sharp';
import { expect, test } from 'vitest';
import { removeUnusedUploads, saveUpload } from '../../../src/service/resources/uploads/uploads.ts';
import { eventually } from '../../support/eventually.ts';
import { sample } from '../sample.ts';
import { type Running, startService } from '../start.ts';
import { migratedStore } from '../store.ts';
import { filesOf, formOf, upload } from '../upload.ts';

const pixels = { create: { width: 4, height: 2, channels: 3, background: '#16a34a' } } as const;
const png = await sharp(pixels).png().toBuffer();
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
const zip = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1');
const hour = 60 * 60_000;

async function statusOf(service: Running, path: string) {
  return (await fetch(service.url + path)).status;
}

async function storedAs({ body }: Awaited<ReturnType<typeof upload>>) {
  return Buffer.from(await (await fetch(body.url)).bytes());
}

test('an upload is answered with its path and its absolute URL, which is public', async () => {
  await using service = await startService();
  const { status, body } = await upload(service, png);
  expect(status).toBe(201);
  expect(body.path).toMatch(/^\/files\/[0-9a-f]{32}\.png$/);
  expect(body.url).toBe(service.url + body.path);
  const response = await fetch(body.url);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('content-disposition')).toBe('inline');
  expect(await response.bytes()).toHaveLength(body.size);
  expect((await upload(service, png)).body.path).not.toBe(body.path);
});

test('an upload needs a key', async () => {
  await using service = await startService();
  const form = await formOf({ bytes: png });
  const init = { ...form, headers: { ...form.headers, authorization: '' } };
  expect((await service.call('/v1/files', init)).status).toBe(401);
  expect((await service.get('/v1/files')).status).toBe(405);
});

test('a picture is re-encoded, upright and without EXIF', async () => {
  await using service = await startService();
  const exif = { IFD0: { Copyright: 'somebody' } };
  const sideways = await sharp(pixels).withExif(exif).withMetadata({ orientation: 6 }).jpeg();
  const sent = await sideways.toBuffer();
  expect(sent.includes('somebody')).toBe(true);
  const stored = await storedAs(await upload(service, sent));
  expect(stored.includes('somebody')).toBe(false);
  const { width, height, orientation } = await sharp(stored).metadata();
  expect([width, height, orientation]).toEqual([2, 4, undefined]);
});

test.each(['gif', 'webp'] as const)('an animated %s stays animated', async (format) => {
  await using service = await startService();
  const frames = Buffer.from([255, 0, 0, 0, 255, 0]);
  const raw = { width: 1, height: 2, channels: 3, pageHeight: 1 } as const;
  const moving = await sharp(frames, { raw }).toFormat(format).toBuffer();
  const stored = await storedAs(await upload(service, moving));
  expect((await sharp(stored).metadata()).pages).toBe(2);
});

test.each([
  ['application/pdf', pdf],
  ['application/zip', zip],
  ['text/plain; charset=utf-8', Buffer.from('Ünicode,1\r\n')],
  ['video/mp4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
])('a file of the type %s is downloaded rather than shown', async (type, bytes) => {
  await using service = await startService();
  const { status, body } = await upload(service, bytes);
  expect({ status, type: body.type, size: body.size }).toEqual({
    ...{ status: 201, type, size: bytes.length },
  });
  const { headers } = await fetch(body.url);
  expect(headers.get('content-disposition')).toBe('attachment');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain('sandbox');
});

test.each([
  ['nothing', [], /one file/],
  ['two files', [{ bytes: png }, { bytes: png }], /one file/],
  ['an SVG', [{ bytes: '<!-- --><svg xmlns="http://www.w3.org/2000/svg"/>' }], /SVG/],
  ['a page', [{ bytes: '\uFEFF\n <script>alert(1)</script>', type: 'image/png' }], /HTML/],
  ['bytes of no known kind', [{ bytes: new Uint8Array([0, 1, 2]) }], /refused/],
  ['an empty file', [{ bytes: '' }], /refused/],
  [
    'a PDF that says to be a picture',
    [{ bytes: pdf, type: 'image/png' }],
    /claims to be image\/png/,
  ],
  [
    'words that say to be a video',
    [{ bytes: 'Words', type: 'video/mp4' }],
    /claims to be video\/mp4/,
  ],
  ['a PDF that is a ZIP archive too', [{ bytes: Buffer.concat([pdf, zip]) }], /refused/],
  ['a picture that is cut off', [{ bytes: png.subarray(0, -20) }], /broken/],
])('%s is refused, and nothing is stored', async (_what, files, error) => {
  await using service = await startService();
  const answer = await service.call('/v1/files', await formOf(...files));
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatch(error);
  expect(await service.db.selectFrom('file').select('name').execute()).toEqual([]);
});

test('a body of another type is refused with 415, and a truncated one with 400', async () => {
  await using service = await startService();
  expect((await service.send('POST', '/v1/files', {})).status).toBe(415);
  const form = await formOf({ bytes: png });
  const cut = { ...form, body: form.body.subarray(0, -8) };
  expect((await service.call('/v1/files', cut)).status).toBe(400);
});

test('an upload to which nothing ever referred is removed after 24 hours', async () => {
  await using service = await startService();
  const paths: string[] = [];
  for (let n = 0; n < 6; n += 1) paths.push((await upload(service, pdf)).body.path);
  const [unused = '', body = '', change = '', attached = '', hero = '', later = ''] = paths;
  const ids = { changes: [{ id: 'a', changeId: 'fixed', content: `<a href="${change}">b</a>` }] };
  const content = { title: 'a', url: attached, size: 1, type: 'application/pdf' };
  const draft = {
    ...{ title: 'New', slug: 'new', status: 'DRAFT', body: `<a href="${body}">PDF</a>`, ...ids },
    attachments: [{ id: 'a', type: 'FILE', content }],
    hero: { type: 'image', url: service.url + hero },
  };
  const { status, body: made } = await service.send('POST', '/v1/releases', draft);
  expect(status).toBe(201);
  service.clock.advance(23 * hour);
  await removeUnusedUploads(service.db, service.clock.now());
  expect(await Promise.all(paths.map((path) => statusOf(service, path)))).toEqual(
    Array(6).fill(200),
  );
  const longer = `${draft.body}<img src="${later}">`;
  await service.send('PATCH', `/v1/releases/${made.id}`, { body: longer });
  service.clock.advance(2 * hour);
  await eventually(() => {
    service.clock.advance(1000);
    return statusOf(service, unused);
  }).toBe(404);
  expect(
    await Promise.all([body, change, attached, hero, later].map((path) => statusOf(service, path))),
  ).toEqual(Array(5).fill(200));
});

test('uploads beyond the total size for all files are refused, and imported files count', async () => {
  const files = [{ name: 'hero.png', type: 'image/png', bytes: new Uint8Array(900) }];
  await using service = await startService({ files, maxFileBytes: 1024 });
  expect((await upload(service, Buffer.alloc(124, '%PDF-1.7\n'))).status).toBe(201);
  const { status, body } = await upload(service, pdf);
  expect([status, body.error]).toEqual([413, expect.stringContaining('FILES_MAX_MB')]);
  expect(await filesOf(service)).toHaveLength(2);
});

test('uploads to two instances at once stay within the total size for all files', async () => {
  await using store = await migratedStore();
  const options = { store, data: sample(), maxFileBytes: 10 * pdf.length };
  await using one = await startService(options);
  await using other = await startService(options);
  const uploads = Array.from({ length: 50 }, (_, n) => upload(n % 2 ? one : other, pdf));
  const statuses = (await Promise.all(uploads)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(10);
  expect(statuses.filter((status) => status === 413)).toHaveLength(40);
  expect(await filesOf(one)).toHaveLength(10);
});

test('an upload that fails after its bytes are written leaves nothing behind', async () => {
  await using service = await startService();
  const file = { name: 'a.txt', type: 'text/plain', bytes: new Uint8Array([97]) };
  const clock = {
    now() {
      throw new Error('no time');
    },
  };
  const saving = saveUpload(service.db, file, { clock, maxBytes: 100 });
  await expect(saving).rejects.toThrow('no time');
  expect(await filesOf(service)).toEqual([]);
});

test('deleting a release removes its uploads', async () => {
  await using service = await startService();
  const { body } = await upload(service, png);
  await service.send('PATCH', '/v1/releases/draft', { body: `<img src="${body.url}">` });
  await service.send('DELETE', '/v1/releases/draft');
  expect(await statusOf(service, body.path)).toBe(404);
});
