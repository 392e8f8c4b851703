import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSiteServer } from '../../../src/publish/serve/site-server.ts';
import { createUrls } from '../../../src/site/base/urls.ts';
import { headersFile } from '../../../src/site/shell/head/headers.ts';
import { examplesIn } from '../../docs/examples.ts';
import { siteContext } from '../../site/site.ts';
import { startServer } from '../../support/scripted-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { installed, startWebServer, type WebServer } from './web-servers.ts';

const bases = ['/', '/notes/'] as const;
const rules = (base: string) =>
  headersFile(siteContext({ urls: createUrls('https://site.example', base) }));
const asked = [...rules('/').matchAll(/^ {2}(.+?): (.+)$/gm)];

test.each(['nginx', 'caddy'])('the example for %s sets every header of the site', (server) => {
  const configuration = examplesIn('docs/serving.md', server).join('');
  expect(asked.length).toBeGreaterThan(6);
  for (const [, name = '', value = ''] of asked) {
    expect(configuration).toContain(name);
    expect(configuration).toContain(value);
  }
});

const text = (of: string) => `${of}\n`.repeat(200);
const files: Record<string, string> = {
  'index.html': text('<p>Home</p>'),
  '404.html': text('<p>Not here</p>'),
  'releases/one/index.html': text('<p>One</p>'),
  'releases/one.md': text('# One'),
  'name with spaces/grüße/index.html': text('<p>Grüße</p>'),
  // A label called "assets": its feeds must not be treated as assets.
  'labels/assets/index.html': text('<p>Assets</p>'),
  'labels/assets/rss.xml': text('<rss></rss>'),
  'labels/assets/feed.json': '{}',
  'changelog.json': text('{}'),
  'changelog/web-1.json': '{}',
  'schema/latest.json': '{}',
  'feeds.opml': text('<opml></opml>'),
  'manifest.webmanifest': text('{}'),
  'robots.txt': text('Sitemap:'),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '_astro/page.a1b2.css': text('a { color: red }'),
  '_astro/page.a1b2.js': text('export {};'),
  'assets/shot.png': 'a picture',
  'widget/v1.js': text('export {};'),
  '.well-known/security.txt': text('Contact:'),
  '.hidden': 'private',
  _redirects: '/old/ /new/ 301\n',
};
const published = Object.keys(files).filter((path) => !/^(?:_redirects|\.hidden)$/.test(path));
const addresses = published.map((path) => path.replace(/(^|\/)index\.html$/, '$1'));
const missing = [
  ...['releases/', 'schema/', 'none', 'none/', 'none.json', 'none.md', 'assets/gone.png'],
  ...['.hidden', '_headers', '_redirects'],
];

/** Writes the site as a generation with a link to it, and returns the link. */
async function writeSite(folder: string, base: string): Promise<string> {
  const root = join(folder, 'generations/a');
  for (const [path, data] of Object.entries({ ...files, _headers: rules(base) })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), data);
  }
  await symlink('generations/a', join(folder, 'dist'));
  return join(folder, 'dist');
}

for (const name of installed)
  describe.each(bases)(`${name}, configured as documented, under %s`, (base) => {
    const lifetimes = new AsyncDisposableStack();
    let site: string;
    let server: WebServer;
    let peer: (path: string) => Promise<Response>;
    beforeAll(async () => {
      const { path } = lifetimes.use(await tempFolder());
      site = await writeSite(path, base);
      const receiver = lifetimes.use(
        await startServer((asked) => new Response(`event at ${asked}`)),
      );
      const { host } = new URL(receiver.url);
      server = lifetimes.use(await startWebServer(name, { site, basePath: base, receiver: host }));
      const app = createSiteServer({ folder: site, basePath: base });
      peer = async (one) => app.request(`http://changelog.example.com${one}`);
    });
    afterAll(() => lifetimes.disposeAsync());

    test.each(addresses)('answers %s like Waymark’s own server', async (path) => {
      const [answer, expected] = [await server.get(base + path), await peer(base + path)];
      expect(expected.status).toBe(200);
      expect(seen(answer)).toEqual(seen(expected));
      expect(await answer.text()).toBe(await expected.text());
    });

    test.each(missing)('shows the site’s 404 page for %s', async (path) => {
      const answer = await server.get(base + path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
      expect(await answer.text()).toBe(files['404.html']);
    });

    test('redirects a page address without a trailing slash', async () => {
      const { status, headers } = await server.get(`${base}releases/one`);
      expect(status).toBeOneOf([301, 308]);
      expect(headers.get('location')).toBe(`${base}releases/one/`);
    });

    test('compresses text files', async () => {
      for (const path of ['', 'changelog.json', 'releases/one.md', 'feeds.opml']) {
        const { headers } = await server.get(base + path, { 'Accept-Encoding': 'gzip' });
        expect(headers.get('content-encoding'), path).toBe('gzip');
        expect(headers.get('vary')).toBe('Accept-Encoding');
      }
    });

    test('forwards events to the receiver', async () => {
      const answer = await server.get('/webhooks/release');
      expect(await answer.text()).toBe('event at /webhooks/release');
    });

    test('serves the generation that the link points to', async () => {
      const [folder, next] = [dirname(site), 'generations/b'];
      await mkdir(join(folder, next));
      await writeFile(join(folder, next, 'index.html'), 'the next one');
      await symlink(next, join(folder, 'link'));
      await rename(join(folder, 'link'), site);
      expect(await (await server.get(base)).text()).toBe('the next one');
    });
  });

/** The parts of an answer that matter to browsers. */
function seen({ status, headers }: { status: number; headers: Pick<Headers, 'get'> }) {
  const types = headers.get('content-type') ?? '';
  const [type = '', ...charset] = types
    .replace(/^text\/(?=xml|javascript)/, 'application/')
    // The charset of JSON and SVG is fixed, so servers may add or omit it.
    .replace(/^(application\/json|image\/svg\+xml);.*/, '$1')
    .split('; ');
  const names = asked.map(([, name = '']) => name);
  return { status, type, charset, sent: names.map((one) => [one, headers.get(one)]) };
}
