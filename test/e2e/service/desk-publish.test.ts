import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openSite } from '../../../scripts/service/site.ts';
import { listen } from '../../../src/lib/http/listen.ts';
import { createSiteServer } from '../../../src/publish/serve/site-server.ts';
import type { StoredFile } from '../../../src/service/resources/files.ts';
import { signedIn, startDesk, type Visitor } from '../../service/desk/visitor.ts';
import { release, sample } from '../../service/sample.ts';
import { apiKey } from '../../service/start.ts';
import { runCommand } from '../../support/command.ts';
import { startChats } from '../../support/fake-chats.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { sampleFile } from '../whole-path/data-sets.ts';

const hostile = [
  '<script>alert(1)</script><p onclick=alert(1)>x</p><img src=x onerror=alert(1)>',
  '</article></main><style>*{display:none}</style><iframe src="https://evil.example"></iframe>',
  '<pre><code class="language-js">const a = 1 < 2;</code></pre><table><tr><td>a',
  '<h2>One</h2><details><summary>S</summary><p>[!NOTE]</p></details>\u2028<a href="javascript:x">y</a>',
];

/** A service with its desk, and the folder of its site, which is served and has two channels. */
async function startSite(data = sample(), files: StoredFile[] = []) {
  const lifetimes = new AsyncDisposableStack();
  const { path } = lifetimes.use(await tempFolder());
  const chats = lifetimes.use(await startChats());
  const file = (name: string) => join(path, name);
  const app = createSiteServer({ folder: file('dist') });
  const server = lifetimes.use(await listen({ port: 0, fetch: (request) => app.fetch(request) }));
  await mkdir(file('content'));
  const targets = 'targets:\n  - slack: ANNOUNCE_SLACK\n  - discord: ANNOUNCE_DISCORD\n';
  await writeFile(file('announce.yaml'), `site: ${server.url}\n${targets}`);
  await writeFile(file('site.config.ts'), 'export default { show: { cards: false } };\n');
  const site = openSite(path, { SITE_URL: server.url });
  const clock = manualClock(new Date().toISOString());
  const service = lifetimes.use(await startDesk({ data, files, clock, desk: { site } }));
  const env = {
    ...{ SITE_URL: server.url, API_BASE_URL: service.url, API_KEY: apiKey },
    ANNOUNCE_SLACK: chats.address('slack'),
    ANNOUNCE_DISCORD: chats.address('discord'),
  };
  const run = async (...commands: Parameters<typeof runCommand>[0][]) => {
    for (const name of commands) {
      const args = name === 'build' ? ['--publish'] : [];
      const { code, stdout, stderr } = await runCommand(name, { cwd: path, args, env });
      expect(code, `${name}: ${stdout}${stderr}`).toBe(0);
    }
  };
  return {
    ...{ service, chats, file, run },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

async function publish(visitor: Visitor, id: string, values: Record<string, string | string[]>) {
  const path = `/desk/releases/${id}`;
  const form = (await visitor.get(path)).form(path);
  for (const name of ['channels', 'do']) {
    form.delete(name);
    for (const value of [values[name] ?? []].flat()) form.append(name, value);
  }
  return visitor.post(`${path}/publish`, form);
}

test('a publication over the API sends nothing, and one on the desk exactly what was chosen', async () => {
  await using site = await startSite({
    ...sample(),
    releases: ['one', 'two'].map((id) =>
      release(id, { status: 'DRAFT', released_at: null, slug: `${id}-slug` }),
    ),
  });
  const { service, chats, run } = site;
  // The first run only takes note of the releases.
  await run('sync', 'build', 'announce');
  const publisher = await signedIn(service);
  await publish(publisher, 'one', { do: 'now', channels: ['slack ANNOUNCE_SLACK'] });
  await service.send('POST', '/v1/releases/two/publish');
  await run('sync', 'build', 'announce');
  const sent = () => chats.messages.map(({ side }) => side);
  expect(sent()).toEqual(['slack']);
  const { text } = await publisher.get('/desk/releases/one');
  expect(text).toMatch(/Synced into the site\s+done[\s\S]*Live\s+done/);
  expect(text).toMatch(/Announced in slack ANNOUNCE_SLACK\s+done/);
  await publish(publisher, 'two', { do: 'announce', channels: ['discord ANNOUNCE_DISCORD'] });
  await run('sync', 'build', 'announce');
  expect(sent()).toEqual(['slack', 'discord']);
  await run('sync', 'build', 'announce');
  expect(sent()).toHaveLength(2);
});

/** The article of a page, without the addresses of pictures. */
const articleOf = (html: string) =>
  (/<article[\s\S]*<\/article>/.exec(html)?.[0] ?? 'none').replaceAll(
    /data:image\/\w+;base64,[\w+/=]+|\/assets\/[\w.-]+\.(?:png|jpeg|webp)/g,
    'PICTURE',
  );

test('the article of a preview is that of the published page, byte for byte', async () => {
  const { releases, ...rest } = JSON.parse(await readFile(sampleFile, 'utf8'));
  const [first] = releases.filter(
    (one: { status: string; project: unknown }) => one.status === 'RELEASED' && one.project,
  );
  const odd = hostile.map((body, n) => ({
    ...first,
    id: `odd-${n}`,
    slug: `odd-${n}`,
    body,
    summary: body,
    title: body,
    changes: [],
  }));
  const bytes = new Uint8Array(await readFile(join(dirname(sampleFile), 'files/hero.png')));
  const files = [{ name: 'hero.png', type: 'image/png', bytes }];
  await using site = await startSite({ ...rest, releases: [...releases, ...odd] }, files);
  await site.run('sync', 'build');
  const writer = await signedIn(site.service, 'writer');
  const visible = [...releases, ...odd].filter(
    (one) => one.status === 'RELEASED' && one.is_public && one.project && one.id !== first.id,
  );
  const compared = [...visible.slice(0, 3), ...odd];
  for (const { id, slug } of compared) {
    const page = await writer.get(`/desk/releases/${id}/preview/page`);
    const published = await readFile(site.file(`dist/releases/${slug}/index.html`), 'utf8');
    expect(articleOf(page.html), id).toBe(articleOf(published));
    if (id.startsWith('odd')) expect(articleOf(published)).toContain('PICTURE');
    expect(articleOf(published).length).toBeGreaterThan(100);
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  }
});
