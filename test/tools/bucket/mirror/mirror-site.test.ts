import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readable, siteOf, startBucket } from './bucket-world.ts';
import { withCredentials } from './with-credentials.ts';

withCredentials(beforeAll, afterAll);

let it: Awaited<ReturnType<typeof startBucket>>;
beforeEach(async () => {
  it = await startBucket({ pageSize: 5 });
});
afterEach(() => it[Symbol.asyncDispose]());

const one = siteOf(['one', 'two']);

test('uploads the public files of a site with the headers from its rules', async () => {
  expect(await it.publish(one)).toMatchObject({ kind: 'mirrored', uploaded: 11, deleted: 0 });
  expect(it.shown()).toEqual(readable(one));
  const headersOf = (key: string) => it.fake.objects.get(key)?.headers;
  expect(headersOf('_astro/page.a.css')).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(headersOf('about/index.html')).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-language': 'en',
  });
  expect(headersOf('releases/one.md')).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
  });
});

test('uploads only changed files, and sends no PUT but the lock’s if nothing changed', async () => {
  await it.publish(one);
  it.counts();
  expect(await it.publish(one)).toMatchObject({ uploaded: 0, unchanged: 11, deleted: 0 });
  expect(it.counts()).toEqual({ GET: 6 });
  const edited = { ...one, 'about/index.html': 'new', 'rss.xml': '<rss>new</rss>' };
  expect(await it.publish(edited)).toMatchObject({ uploaded: 2, unchanged: 9, deleted: 0 });
  // Two files and the manifest.
  expect(it.counts().PUT).toBe(3);
  expect(it.shown()).toEqual(readable(edited));
});

test('uploads a file again if only its headers changed', async () => {
  await it.publish(one);
  const _headers = '/about/\n  Cache-Control: max-age=60\n';
  expect(await it.publish({ ...one, _headers })).toMatchObject({ uploaded: 1 });
  expect(it.fake.objects.get('about/index.html')?.headers['cache-control']).toBe('max-age=60');
});

test('deletes withdrawn files at once, but old style sheets, which open pages use, after a day', async () => {
  await it.publish(one);
  const next = siteOf(['one'], 'b');
  expect(await it.publish(next)).toMatchObject({ deleted: 2 });
  expect(it.shown()).toEqual({ ...readable(next), '_astro/page.a.css': '/* a */' });
  it.fake.passTime(23 * 60 * 60_000);
  expect(await it.publish(next)).toMatchObject({ deleted: 0 });
  it.fake.passTime(2 * 60 * 60_000);
  expect(await it.publish(next)).toMatchObject({ deleted: 1 });
  expect(it.shown()).toEqual(readable(next));
});

test('withholds removals that may be an accident until they are allowed', async () => {
  const slugs = Array.from({ length: 7 }, (_, n) => `r${n}`);
  await it.publish(siteOf(slugs));
  const few = siteOf(slugs.slice(6));
  const withheld = await it.publish(few);
  expect(withheld).toMatchObject({
    deleted: 0,
    withheld: expect.arrayContaining(['releases/r0.md']),
  });
  expect(it.shown()['index.html']).toBe(few['index.html']);
  expect(it.shown()['releases/r0/index.html']).toBeDefined();
  // The next run does not treat the removal as confirmed either.
  expect(await it.publish(few)).toMatchObject({ deleted: 0 });
  expect(await it.publish(few, { allowMassDelete: true })).toMatchObject({ deleted: 12 });
  expect(it.shown()).toEqual(readable(few));
});

test('repairs objects that were changed or removed by hand, and names added ones', async () => {
  await it.publish(one);
  const { objects } = it.fake;
  const first = objects.get('rss.xml');
  if (!first) throw new Error('no feed');
  objects.set('index.html', { ...first, body: Buffer.from('hacked'), etag: '"0"', headers: {} });
  objects.delete('about/index.html');
  objects.set('notes.txt', { ...first, headers: {}, etag: '"1"' });
  expect(await it.publish(one)).toMatchObject({ uploaded: 2, deleted: 0, foreign: ['notes.txt'] });
  objects.delete('notes.txt');
  expect(it.shown()).toEqual(readable(one));
});

test('does not overwrite foreign files at the first publication unless told to', async () => {
  await it.publish({ 'index.html': 'mine' }, { prefix: 'elsewhere/' });
  const found = it.fake.objects.get('elsewhere/index.html');
  if (!found) throw new Error('no page');
  it.fake.objects.clear();
  it.fake.objects.set('index.html', { ...found, headers: {} });
  await expect(it.publish(one)).rejects.toThrow(/would be overwritten: index.html.*--overwrite/);
  expect(it.shown()).toEqual({ 'index.html': 'mine' });
  expect(await it.publish(one, { overwrite: true })).toMatchObject({ kind: 'mirrored' });
});

test('does not overwrite another site unless told to', async () => {
  await it.publish(one);
  const site = 'https://other.example/';
  await expect(it.publish(one, { site })).rejects.toThrow(
    's3://changelog/ shows another site: https://changelog.example/ instead of https://other.example/',
  );
  expect(await it.publish(one, { site, overwrite: true })).toMatchObject({ kind: 'mirrored' });
});

test('also stores pages under their addresses if the store does not serve index.html for them', async () => {
  await it.publish(one, { indexKeys: true, prefix: 'notes/', basePath: '/notes/' });
  expect(it.shown()).toMatchObject({
    'notes/': one['index.html'],
    'notes/index.html': one['index.html'],
    'notes/releases/one/': one['releases/one/index.html'],
    'notes/releases/one/index.html': one['releases/one/index.html'],
  });
  expect(it.fake.objects.get('notes/about/')?.headers['content-type']).toContain('text/html');
  await it.publish(siteOf(['one']), { indexKeys: true, prefix: 'notes/', basePath: '/notes/' });
  expect(it.shown()).not.toHaveProperty(['notes/releases/two/']);
  expect(it.shown()).not.toHaveProperty(['notes/releases/two/index.html']);
});

test('a pause in the bucket keeps other publishers from undoing a rollback', async () => {
  const two = siteOf(['one', 'two', 'three']);
  await it.publish(two);
  const paused = { since: '2026-01-01T00:00:00.000Z', from: 'newer', to: 'older' };
  expect(await it.publish(one, { paused })).toMatchObject({ kind: 'mirrored', deleted: 2 });
  expect(await it.publish(two)).toEqual({
    kind: 'paused',
    why: expect.stringContaining('rollback from newer to older'),
  });
  expect(it.shown()).toEqual(readable(one));
});

test('does not touch another site whose prefix is inside its own, nor its manifest', async () => {
  await it.publish(one, { prefix: 'notes/' });
  const inner = it.shown();
  expect(await it.publish(one)).toMatchObject({ uploaded: 11, deleted: 0 });
  expect(await it.publish(siteOf(['one', 'two', 'three']))).toMatchObject({ deleted: 0 });
  expect(it.shown()).toMatchObject(inner);
  expect(it.fake.objects.has('notes/.waymark/manifest.json.gz')).toBe(true);
  expect(await it.publish(one, { prefix: 'notes/' })).toMatchObject({ uploaded: 0, deleted: 0 });
});
