import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createPublicFetch, type PublicFetchOptions } from '../../src/client/public-fetch.ts';
import { listen } from '../../src/lib/http/listen.ts';
import { certificate, type Page, startListener } from './listeners.ts';
import { lookupOf, networkTo } from './network.ts';

/** Headers that can carry credentials. */
const carriers = ['authorization', 'proxy-authorization', 'cookie', 'x-api-key'];

/**
 * Starts a public site at https://public.example and an API on plain http on this machine. Both
 * answer by path; `API` in a `location` header stands for the API's address.
 */
async function start(
  site: Record<string, Page>,
  api: Record<string, Page> = {},
  options: Partial<PublicFetchOptions> = {},
) {
  const lifetimes = new AsyncDisposableStack();
  const asked: string[] = [];
  const withCredentials: string[] = [];
  const answer = (name: string, pages: Record<string, Page>, url: string, headers: string[]) => {
    asked.push(`${name} ${url}`);
    if (headers.some((one) => carriers.includes(one))) withCredentials.push(url);
    return pages[url] ?? { status: 404 };
  };
  const server = lifetimes.use(
    await listen({
      port: 0,
      fetch: ({ url, headers }) => {
        const { pathname } = new URL(url);
        const page = answer('api', api, pathname, [...headers.keys()]);
        return new Response(page.body as string, { status: 200, ...page });
      },
    }),
  );
  const listener = lifetimes.use(
    await startListener(({ url = '', headers }) => {
      const page = answer('site', site, url, Object.keys(headers));
      const location = page.headers?.location?.replace('API', server.url);
      return { ...page, headers: { ...page.headers, ...(location && { location }) } };
    }),
  );
  const { dial } = networkTo(listener);
  const network = { dial, lookup: lookupOf(['93.184.216.34']), ca: certificate.cert };
  const it = lifetimes.use(createPublicFetch({ baseUrl: server.url, ...network, ...options }));
  const get = async (address: string) => {
    const got = await it.get(address);
    return got.kind === 'bytes' ? got.bytes.toString() : `refused: ${got.why}`;
  };
  return { get, asked, withCredentials, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

const to = (location: string): Page => ({ status: 302, headers: { location } });
const site = 'https://public.example';

describe('fetches', () => {
  test('a file of the API’s own origin, even on plain http on this machine', async () => {
    await using it = await start({}, { '/files/a': { body: 'a' } });
    expect(await it.get('/files/a')).toBe('a');
  });

  test('a file at the API’s public address from the API, and nothing else of that address', async () => {
    const pages = { '/files/a': { body: 'a' }, '/logo.png': { body: 'b' } };
    await using it = await start({ '/logo.png': { body: 'c' } }, pages, { publicUrl: site });
    expect(await it.get(`${site}/files/a`)).toBe('a');
    expect(await it.get(`${site}/logo.png`)).toBe('c');
    expect(await it.get(`${site}/files/../logo.png`)).toBe('c');
    expect(it.asked).toEqual(['api /files/a', 'site /logo.png', 'site /logo.png']);
  });

  test('a public file over https', async () => {
    await using it = await start({ '/a': { body: 'a' } });
    expect(await it.get(`${site}/a`)).toBe('a');
  });

  test('a file behind three redirects, but not behind four', async () => {
    const chain = { '/1': to('/2'), '/2': to('/3'), '/3': to(`${site}/4`), '/4': { body: 'a' } };
    await using it = await start({ '/0': to('/1'), ...chain });
    expect(await it.get(`${site}/1`)).toBe('a');
    expect(await it.get(`${site}/0`)).toBe('refused: it redirects more than 3 times');
    expect(it.asked.slice(4)).toEqual(['site /0', 'site /1', 'site /2', 'site /3']);
  });

  test('nothing over plain http except from the API, even behind a redirect', async () => {
    await using it = await start({ '/a': to('http://public.example/b'), '/b': { body: 'b' } });
    expect(await it.get('http://public.example/b')).toBe(
      'refused: only https addresses are fetched',
    );
    expect(await it.get(`${site}/a`)).toBe(
      'refused: it is a redirect, and only https addresses are fetched',
    );
    expect(it.asked).toEqual(['site /a']);
  });

  test.each([
    ['an answer that is not there', {}, 'status 404'],
    ['a redirect without an address', { '/a': { status: 302 } }, 'status 302'],
    [
      'a redirect to nonsense',
      { '/a': to('https://') },
      'it is a redirect, and it is not a valid address',
    ],
    ['an empty answer', { '/a': { status: 204 } }, 'status 204'],
  ])('nothing for %s', async (_what, pages, why) => {
    await using it = await start(pages);
    expect(await it.get(`${site}/a`)).toBe(`refused: ${why}`);
  });

  test('nothing from a host with an untrusted certificate', async () => {
    const { get, asked, ...it } = await start({ '/a': { body: 'a' } }, {}, { ca: undefined });
    await using _ = it;
    expect(await get(`${site}/a`)).toContain('refused: self-signed certificate');
    expect(asked).toEqual([]);
  });

  test('nothing from a host with the certificate of another host', async () => {
    await using it = await start({ '/a': { body: 'a' } });
    expect(await it.get('https://elsewhere.example/a')).toContain('does not match certificate');
    expect(it.asked).toEqual([]);
  });
});

describe('credentials', () => {
  test('are never sent, even when a public page redirects back to the API', async () => {
    const pages = { '/a': to('/b'), '/b': to('API/files/c') };
    const api = { '/files/c': to('/files/d'), '/files/d': { body: 'd' } };
    await using it = await start(pages, api);
    expect(await it.get(`${site}/a`)).toBe('d');
    expect(it.asked).toEqual(['site /a', 'site /b', 'api /files/c', 'api /files/d']);
    expect(it.withCredentials).toEqual([]);
  });

  test('in an address prevent the request, even behind a redirect', async () => {
    await using it = await start({ '/a': to('https://one:two@public.example/b') });
    expect(await it.get('https://one:two@public.example/a')).toContain('holds credentials');
    expect(await it.get(`${site}/a`)).toContain('holds credentials');
    expect(it.asked).toEqual(['site /a']);
  });

  test('from a cookie of a site are not kept', async () => {
    const headers = { 'set-cookie': 'session=1; Path=/' };
    await using it = await start({ '/a': { headers, body: 'a' } });
    await it.get(`${site}/a`);
    await it.get(`${site}/a`);
    expect(it.withCredentials).toEqual([]);
  });
});

describe('refuses the API’s own paths', () => {
  const secret = {
    '/v1/subscribers': { body: 'one@example.com' },
    '/incoming/token': { body: 'x' },
  };
  const paths = [
    '/v1/subscribers',
    '/%76%31/subscribers',
    '/x/../v1/subscribers',
    '/incoming/token',
  ];

  test.each(paths)('%s on the first hop', async (path) => {
    await using it = await start({}, secret);
    expect(await it.get(path)).toBe('refused: it is an address of the API, not of a file');
    expect(it.asked).toEqual([]);
  });

  test.each(paths)('%s behind a redirect of the API', async (path) => {
    await using it = await start({}, { ...secret, '/files/a': to(path) });
    expect(await it.get('/files/a')).toContain('it is an address of the API, not of a file');
    expect(it.asked).toEqual(['api /files/a']);
  });

  test.each(paths)('%s behind a redirect of a public page', async (path) => {
    await using it = await start({ '/a': to(`API${path}`) }, secret);
    expect(await it.get(`${site}/a`)).toContain('it is an address of the API, not of a file');
    expect(it.asked).toEqual(['site /a']);
  });
});

describe('refuses JSON', () => {
  const json = (type: string): Page => ({ headers: { 'content-type': type }, body: '{"a":1}' });

  test.each([
    'application/json',
    'application/problem+json; charset=utf-8',
    'text/json',
    'text/plain',
  ])('sent as %s', async (type) => {
    await using it = await start({ '/a': json(type) }, { '/files/a': json(type) });
    expect(await it.get('/files/a')).toBe('refused: it is JSON, not a file');
    expect(await it.get(`${site}/a`)).toBe('refused: it is JSON, not a file');
  });

  test('behind a redirect', async () => {
    await using it = await start({ '/a': to('API/b') }, { '/b': json('application/json') });
    expect(await it.get(`${site}/a`)).toBe('refused: it is JSON, not a file');
  });

  test('but not text that only starts like JSON', async () => {
    await using it = await start({ '/a': { body: '[1.0] First' } });
    expect(await it.get(`${site}/a`)).toBe('[1.0] First');
  });
});

describe('limits size and time', () => {
  const tooMuch = { maxBytes: 1000, timeoutMs: 30_000 };
  const tooSlow = { maxBytes: 1000, timeoutMs: 100 };

  test('a body over the limit is refused', async () => {
    const pages = { '/full': { body: 'x'.repeat(1000) }, '/over': { body: 'x'.repeat(1001) } };
    await using it = await start(pages, pages, tooMuch);
    expect(await it.get(`${site}/full`)).toHaveLength(1000);
    expect(await it.get(`${site}/over`)).toBe('refused: it is larger than 1 MiB');
    expect(await it.get('/over')).toBe('refused: it is larger than 1 MiB');
  });

  test('a small body that decompresses to more than the limit is refused', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const body = gzipSync('x'.repeat(100_000));
    expect(body.length).toBeLessThan(1000);
    await using it = await start({ '/a': { headers, body } }, {}, tooMuch);
    expect(await it.get(`${site}/a`)).toBe('refused: it is larger than 1 MiB');
  });

  test('a body that never ends is given up after the timeout', async () => {
    await using it = await start({ '/a': { body: 'x', hangs: true } }, {}, tooSlow);
    expect(await it.get(`${site}/a`)).toBe('refused: no complete answer before the timeout');
  });

  test('one timeout covers all redirects', async () => {
    const slow = { afterMs: tooSlow.timeoutMs * 0.6 };
    const pages = { '/a': { ...to('/b'), ...slow }, '/b': { body: 'b', ...slow } };
    await using it = await start(pages, {}, tooSlow);
    expect(await it.get(`${site}/a`)).toBe('refused: no complete answer before the timeout');
  });

  test('the limit is 20 MiB by default', async () => {
    const mebibytes = (count: number) => Buffer.alloc(count * 1024 * 1024);
    await using it = await start({
      '/full': { body: mebibytes(20) },
      '/over': { body: mebibytes(21) },
    });
    expect(await it.get(`${site}/full`)).toHaveLength(20 * 1024 * 1024);
    expect(await it.get(`${site}/over`)).toBe('refused: it is larger than 20 MiB');
  });

  test('an aborted signal ends the request', async () => {
    const stop = new AbortController();
    const pages = { '/a': { body: 'x', hangs: true } };
    await using it = await start(pages, {}, { signal: stop.signal });
    const getting = it.get(`${site}/a`);
    stop.abort(new Error('stopped'));
    await expect(getting).rejects.toThrow('stopped');
  });
});
