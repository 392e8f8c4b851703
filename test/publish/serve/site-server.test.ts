import { randomBytes } from 'node:crypto';
import { lutimes, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createSiteServer } from '../../../src/publish/serve/site-server.ts';
import { createUrls } from '../../../src/site/base/urls.ts';
import { headersFile } from '../../../src/site/shell/head/headers.ts';
import { siteContext } from '../../site/site.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const page = `<h1>Changelog</h1>${'<p>Some words of a page that gets smaller.</p>'.repeat(40)}`;
const files: Record<string, string | Uint8Array> = {
  'index.html': page,
  '404.html': '<h1>Not here</h1>',
  'releases/one/index.html': '<h1>One</h1>',
  'rss.xml': '<rss></rss>',
  'feed.json': '{}',
  'changelog.md': '# Changelog',
  '_astro/page.a1b2.css': 'a { color: red }',
  'assets/shot.png': randomBytes(3000),
  'assets/notes.bin': randomBytes(10),
  'name with spaces/grüße/index.html': '<h1>Grüße</h1>',
};

/** A published site, and the app that serves it. */
async function startSite(more: Record<string, string> = {}, basePath = '/') {
  const folder = await tempFolder();
  const root = join(folder.path, 'generations', 'a');
  for (const [path, data] of Object.entries({ ...files, ...more })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), data);
  }
  await writeFile(join(folder.path, 'generations', '.state.json'), 'private');
  const outDir = join(folder.path, 'dist');
  await symlink(join('generations', 'a'), outDir);
  const app = createSiteServer({ folder: outDir, basePath });
  return {
    outDir,
    get: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      Promise.resolve(app.request(`http://site.example${path}`, { headers, method })),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/releases/one/', 'text/html; charset=utf-8'],
  ['/releases/one/index.html', 'text/html; charset=utf-8'],
  ['/rss.xml', 'application/xml; charset=utf-8'],
  ['/feed.json', 'application/json'],
  ['/changelog.md', 'text/markdown; charset=utf-8'],
  ['/_astro/page.a1b2.css', 'text/css; charset=utf-8'],
  ['/assets/shot.png', 'image/png'],
  ['/assets/notes.bin', 'application/octet-stream'],
  ['/name%20with%20spaces/gr%C3%BC%C3%9Fe/', 'text/html; charset=utf-8'],
])('serves %s as %s', async (path, type) => {
  await using site = await startSite();
  const { status, headers } = await site.get(path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('serves files byte for byte', async () => {
  await using site = await startSite();
  const picture = await site.get('/assets/shot.png');
  expect(new Uint8Array(await picture.arrayBuffer())).toEqual(
    new Uint8Array(files['assets/shot.png'] as Uint8Array),
  );
  expect(picture.headers.get('content-length')).toBe('3000');
});

test.each([
  ['bytes=0-1', 0, 1],
  ['bytes=2990-', 2990, 2999],
  ['bytes=-10', 2990, 2999],
  ['bytes=2999-9999', 2999, 2999],
  ['bytes=0-9,5-20', 0, 20],
])('answers the range request %s', async (range, start, end) => {
  await using site = await startSite();
  const part = await site.get('/assets/shot.png', { Range: range });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/3000`);
  expect(part.headers.get('content-length')).toBe(`${end - start + 1}`);
  const bytes = files['assets/shot.png'] as Uint8Array;
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(start, end + 1));
});

test.each([
  ['bytes=0-1,5-9', undefined],
  ['lines=0-1', undefined],
  ['nonsense', undefined],
  ['bytes=0-1', '"of another generation"'],
  ['bytes=0-1', 'Wed, 21 Oct 2015 07:28:00 GMT'],
])('serves the whole file for Range %s and If-Range %s', async (range, ifRange) => {
  await using site = await startSite();
  const headers = { Range: range, ...(ifRange && { 'If-Range': ifRange }) };
  const all = await site.get('/assets/shot.png', headers);
  expect([all.status, all.headers.get('content-length')]).toEqual([200, '3000']);
  expect(all.headers.get('accept-ranges')).toBe('bytes');
  expect((await all.arrayBuffer()).byteLength).toBe(3000);
});

test('serves a part for a matching If-Range, and 416 for a range after the end', async () => {
  await using site = await startSite();
  const ask = (headers: Record<string, string>) => site.get('/assets/shot.png', headers);
  const etag = (await ask({})).headers.get('etag') ?? '';
  expect((await ask({ Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206);
  const behind = await ask({ Range: 'bytes=3000-' });
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */3000']);
  expect(await behind.text()).toBe('');
});

test('serves the site’s 404 page for a missing page', async () => {
  await using site = await startSite();
  const answer = await site.get('/releases/none/');
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe('<h1>Not here</h1>');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(answer.headers.has('etag')).toBe(false);
});

test.each([
  '/../generations/.state.json',
  '/..%2f.state.json',
  '/%2e%2e%2f.state.json',
  '/releases/..%5c..%5c.state.json',
  '/.git/config',
  '/releases/.hidden/index.html',
  '/index.html%00.png',
  '/%',
  '//releases/one/',
  '/releases//one/',
  '/index.html/',
  '/releases/',
  '/_headers',
  '/_redirects',
])('serves nothing at %s', async (path) => {
  await using site = await startSite({
    '.git/config': 'private',
    'releases/.hidden/index.html': 'private',
    _headers: '/*\n  X-A: b\n',
    _redirects: '/a /b 301\n',
  });
  const answer = await site.get(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe('<h1>Not here</h1>');
});

test('redirects to a trailing slash, and keeps the query', async () => {
  await using site = await startSite();
  const answer = await site.get('/releases/one?from=mail');
  expect(answer.status).toBe(301);
  expect(answer.headers.get('location')).toBe('/releases/one/?from=mail');
});

test('never redirects to another site', async () => {
  await using site = await startSite({ 'evil.example/index.html': 'x' });
  const answer = await site.get('//evil.example');
  expect(answer.status).toBe(404);
});

test('answers a matching If-None-Match with 304', async () => {
  await using site = await startSite();
  for (const path of ['/', '/assets/shot.png']) {
    const etag = (await site.get(path)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const again = await site.get(path, { 'If-None-Match': `"other", ${etag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('etag')).toBe(etag);
    expect((await site.get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
  }
});

const at = (time: string) => new Date(`Sat, 03 Jan 2026 ${time} GMT`);

test('answers If-Modified-Since', async () => {
  await using site = await startSite();
  for (const path of ['index.html', 'rss.xml', 'assets/shot.png']) {
    await utimes(join(site.outDir, path), at('10:00:00'), at('10:00:00.700'));
    const ask = (since: string, more = {}) =>
      site.get(`/${path}`, { 'If-Modified-Since': since, ...more });
    const { headers } = await site.get(`/${path}`);
    const modified = headers.get('last-modified') ?? '';
    expect(modified).toBe('Sat, 03 Jan 2026 10:00:00 GMT');
    const same = await ask(modified);
    expect([same.status, await same.text()]).toEqual([304, '']);
    for (const name of ['etag', 'last-modified', 'cache-control', 'vary'])
      expect(same.headers.get(name)).toBe(headers.get(name));
    expect(same.headers.has('content-length')).toBe(false);
    for (const since of [at('09:59:59').toUTCString(), 'yesterday'])
      expect((await ask(since)).status).toBe(200);
    // If-None-Match takes precedence over If-Modified-Since (RFC 9110, 13.2.2).
    expect((await ask(modified, { 'If-None-Match': '"other"' })).status).toBe(200);
  }
  expect((await site.get('/none', {})).headers.has('last-modified')).toBe(false);
  const missing = { 'If-Modified-Since': new Date().toUTCString() };
  expect((await site.get('/none', missing)).status).toBe(404);
});

test('after a rollback, sends a file to readers who have a newer one', async () => {
  await using site = await startSite();
  await utimes(join(site.outDir, 'rss.xml'), at('10:00:00'), at('10:00:00'));
  await lutimes(site.outDir, at('12:00:00'), at('12:00:00'));
  const statusFor = async (since: Date) =>
    (await site.get('/rss.xml', { 'If-Modified-Since': since.toUTCString() })).status;
  expect(await statusFor(at('11:00:00'))).toBe(200);
  expect(await statusFor(at('12:00:01'))).toBe(304);
});

test('sends no Last-Modified in the future', async () => {
  await using site = await startSite();
  const tomorrow = new Date(Date.now() + 86_400_000);
  await utimes(join(site.outDir, 'rss.xml'), tomorrow, tomorrow);
  const modified = (await site.get('/rss.xml')).headers.get('last-modified') ?? '';
  expect(Date.parse(modified)).toBeLessThanOrEqual(Date.now());
});

test('keeps the ETag of a page that is unchanged in another generation', async () => {
  await using site = await startSite();
  await using other = await startSite();
  const tags = [await site.get('/'), await other.get('/')].map(({ headers }) =>
    headers.get('etag'),
  );
  expect(tags[0]).toBe(tags[1]);
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0.1, gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['identity', null],
  ['br;q=0, gzip;q=0', null],
  ['nonsense;;,=', null],
])('for Accept-Encoding %s compresses with %s', async (accepted, encoding) => {
  await using site = await startSite();
  const answer = await site.get('/', { 'Accept-Encoding': accepted });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-length')).toBe(`${bytes.length}`);
  if (encoding) expect(bytes.length).toBeLessThan(page.length / 5);
  const decoded =
    encoding === 'br'
      ? brotliDecompressSync(bytes)
      : encoding === 'gzip'
        ? gunzipSync(bytes)
        : bytes;
  expect(decoded.toString()).toBe(page);
});

test('has a different ETag for each encoding', async () => {
  await using site = await startSite();
  const tagFor = async (accepted: string) =>
    (await site.get('/', { 'Accept-Encoding': accepted })).headers.get('etag') ?? '';
  const tags = [await tagFor('br'), await tagFor('gzip'), await tagFor('identity')];
  expect(new Set(tags).size).toBe(3);
  const answer = await site.get('/', { 'Accept-Encoding': 'br', 'If-None-Match': tags[0] ?? '' });
  expect(answer.status).toBe(304);
});

test('compresses neither pictures nor tiny files', async () => {
  await using site = await startSite();
  for (const path of ['/assets/shot.png', '/rss.xml']) {
    const { headers } = await site.get(path, { 'Accept-Encoding': 'br' });
    expect(headers.has('content-encoding')).toBe(false);
  }
});

test('lets hashed files be cached forever, and everything else be revalidated', async () => {
  await using site = await startSite();
  const cacheControl = async (path: string) => (await site.get(path)).headers.get('cache-control');
  expect(await cacheControl('/_astro/page.a1b2.css')).toBe('public, max-age=31536000, immutable');
  expect(await cacheControl('/_astro/gone.css')).toBe('public, max-age=0, must-revalidate');
  expect(await cacheControl('/')).toBe('public, max-age=0, must-revalidate');
  expect(await cacheControl('/assets/shot.png')).toBe('public, max-age=0, must-revalidate');
});

test('adds the headers of the site’s _headers file, but does not let a 404 be cached', async () => {
  const _headers =
    '/*\n  X-Frame-Options: DENY\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n';
  await using site = await startSite({ _headers });
  const there = (await site.get('/assets/shot.png')).headers;
  expect(there.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(there.get('x-frame-options')).toBe('DENY');
  const missing = (await site.get('/assets/gone.png')).headers;
  expect(missing.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(missing.get('x-frame-options')).toBe('DENY');
});

test('sends each header of the site’s rules once', async () => {
  const _headers = headersFile(siteContext({ urls: createUrls('http://site.example', '/') }));
  await using site = await startSite({ _headers, 'changelog.json': '{}' });
  const sent = async (path: string, name: string) => (await site.get(path)).headers.get(name);
  expect(await sent('/changelog.json', 'Access-Control-Allow-Origin')).toBe('*');
  expect(await sent('/changelog.json', 'X-Content-Type-Options')).toBe('nosniff');
  for (const path of ['/rss.xml', '/feed.json']) {
    expect(await sent(path, 'Access-Control-Allow-Origin')).toBe('*');
    expect(await sent(path, 'Cache-Control')).toBe('max-age=300, stale-while-revalidate=600');
  }
  expect(await sent('/assets/shot.png', 'Cache-Control')).toMatch(/^public[^,]*(, [a-z0-9=-]+)+$/);
});

test('answers HEAD like GET, without a body', async () => {
  await using site = await startSite();
  for (const path of ['/', '/assets/shot.png', '/none']) {
    const [get, head] = [await site.get(path), await site.get(path, {}, 'HEAD')];
    expect(head.status).toBe(get.status);
    expect([...head.headers]).toEqual([...get.headers]);
    expect(await head.text()).toBe('');
    await get.body?.cancel();
  }
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('answers %s with 405', async (method) => {
  await using site = await startSite();
  const answer = await site.get('/', {}, method);
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('GET, HEAD');
});

test('serves only below its base path', async () => {
  await using site = await startSite({ _redirects: '/notes/old/ /notes/new/ 301\n' }, '/notes/');
  const seen = async (path: string) => {
    const { status, headers } = await site.get(path);
    return headers.get('location') ?? status;
  };
  expect(await seen('/notes/')).toBe(200);
  expect(await seen('/notes')).toBe('/notes/');
  expect(await seen('/notes/releases/one')).toBe('/notes/releases/one/');
  expect(await seen('/notes/old/')).toBe('/notes/new/');
  expect(await seen('/')).toBe(404);
  expect(await seen('/notesreleases/one/')).toBe(404);
});

test('serves a new generation as soon as the link leads to it', async () => {
  await using site = await startSite();
  const before = await site.get('/', { 'Accept-Encoding': 'br' });
  const next = join(dirname(site.outDir), 'generations', 'b');
  await mkdir(next);
  await writeFile(join(next, 'index.html'), `${page}<p>new</p>`);
  await symlink(next, `${site.outDir}.link`);
  await rename(`${site.outDir}.link`, site.outDir);
  const after = await site.get('/', { 'Accept-Encoding': 'br' });
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  const text = brotliDecompressSync(Buffer.from(await after.arrayBuffer())).toString();
  expect(text).toContain('<p>new</p>');
});

test('answers 503 until a site is built', async () => {
  await using site = await startSite();
  await rename(site.outDir, `${site.outDir}.away`);
  expect((await site.get('/')).status).toBe(503);
  await rename(`${site.outDir}.away`, site.outDir);
  expect((await site.get('/')).status).toBe(200);
});

test('answers 404 without a 404 page', async () => {
  await using site = await startSite();
  await rm(join(site.outDir, '404.html'));
  expect((await site.get('/none')).status).toBe(404);
});

test('never serves a file outside the site through a link', async () => {
  await using site = await startSite();
  const outside = join(site.outDir, '..', 'generations', '.state.json');
  await symlink(outside, join(site.outDir, 'leak.json'));
  await symlink(join(site.outDir, 'feed.json'), join(site.outDir, 'inside.json'));
  expect((await site.get('/leak.json')).status).toBe(404);
  expect((await site.get('/inside.json')).status).toBe(200);
});

test('streams a large text that a reader takes uncompressed', async () => {
  const text = 'a line of a long changelog\n'.repeat(40_000);
  await using site = await startSite({ 'long.md': text });
  const plain = await site.get('/long.md');
  // Only files that are streamed have this header.
  expect(plain.headers.get('accept-ranges')).toBe('bytes');
  expect([plain.headers.get('vary'), await plain.text()]).toEqual(['Accept-Encoding', text]);
  const packed = await site.get('/long.md', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(text);
});
